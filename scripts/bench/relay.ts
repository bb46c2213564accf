// npm run bench -- relay: our relay compared with a plain Node hub, and nchan (relay-peer.ts). Ratios are against the plain hub; both run
// twice in turn, and the better run counts, since other load only makes a run worse. Ends within ten minutes: a slow machine skips
// second rounds and the peer. Needs a build.
import { STREAM_LIMITS } from '@/lib/relay/stream/limits';
import { buildIsCurrent } from '../prepare.mjs';
import { figures } from './figures';
import { measuring, type Measuring } from './relay-setup';
import { HEADING, rowOf, type Cell } from './relay-cell';
import { startOurs, startScript, type Contender } from './relay-contenders';
import { measurePeer } from './relay-peer';

const print = (line: string) => console.log(line);
const STORM = 5_000;
const KEYS = 100;
const RUN_MS = 9 * 60_000;
/** Worst case for everything after the pairs of our relay and the plain hub. */
const AFTER_PAIRS_MS = 4 * 60_000;
const PEER_MS = 60_000;

const best = (cells: readonly Cell[], by: (cell: Cell) => number) =>
  cells.reduce((bestCell, cell) => (by(cell) > by(bestCell) ? cell : bestCell));

/** Measures contenders in turn, so that other load affects all of them. `again`: whether there is time for another round. */
async function inTurn(
  measured: Measuring,
  contenders: readonly Contender[],
  options: { readers: number; rate: number; again: () => boolean },
): Promise<Cell[][]> {
  const cells: Cell[][] = contenders.map(() => []);
  for (const round of [1, 2]) {
    if (round > 1 && !options.again()) {
      print('     no time for a second run');
      break;
    }
    for (const [place, contender] of contenders.entries()) {
      const cell = await measured.load.cell(contender, options);
      print(`${rowOf(cell)}  run ${round}`);
      cells[place]?.push(cell);
    }
  }
  return cells;
}

/** One cell on a contender that is started for it. */
async function single(
  measured: Measuring,
  start: Promise<Contender>,
  options: Parameters<Measuring['load']['cell']>[1],
): Promise<Cell> {
  const cell = await measured.on(start, (contender) => measured.load.cell(contender, options));
  if (cell === undefined) throw new Error('not started');
  print(rowOf(cell));
  return cell;
}

const efficiency = (cell: Cell) => cell.efficiency;
const p99 = (cell: Cell) => -cell.marked.p99;

/** Memory per reader in KB, from one reader to many. */
async function storm(measured: Measuring, start: Promise<Contender>): Promise<[Cell, number]> {
  const result = await measured.on(start, async (contender): Promise<[Cell, number]> => {
    const before = await measured.load.cell(contender, { readers: 1, rate: 2, seconds: 1 });
    const cell = await measured.load.cell(contender, { readers: STORM, rate: 2, whileOpening: 2 });
    print(rowOf(cell));
    return [cell, ((cell.rssMb - before.rssMb) * 1024) / STORM];
  });
  if (result === undefined) throw new Error('not started');
  return result;
}

export async function run(): Promise<Record<string, unknown>> {
  if (!buildIsCurrent()) print('     the build is older than the sources: run `npm run build`');
  const endsAt = performance.now() + RUN_MS;
  const remainingMs = () => endsAt - performance.now();
  return measuring(async (measured) => {
    const { setup, load } = measured;
    const all = figures(print);
    print(HEADING);
    const plain = await measured.track(startScript(setup, 'plain-hub.ts'));
    const ours = await measured.track(startOurs(setup));
    const measurePair = async (readers: number, rate: number, by: (cell: Cell) => number) => {
      const [a = [], b = []] = await inTurn(measured, [plain, ours], {
        readers,
        rate,
        again: () => remainingMs() > AFTER_PAIRS_MS,
      });
      return { plain: best(a, by), ours: best(b, by) };
    };
    const cells: Cell[] = [];
    const keep = <Pair extends { ours: Cell }>(pair: Pair): Pair => (cells.push(pair.ours), pair);
    const quiet = keep(await measurePair(1_000, 10, p99));
    const busy = keep(await measurePair(1_000, 50, efficiency));
    const wide = keep(await measurePair(3_000, 10, efficiency));
    const merged = await load.cell(ours, { readers: 1_000, rate: 200 });
    print(rowOf(merged));
    await ours.stop();
    await plain.stop();

    const [plainStorm] = await storm(measured, startScript(setup, 'plain-hub.ts'));
    const [ourStorm, kb] = await storm(measured, startOurs(setup));
    const singleKey = await single(measured, startOurs(setup), { readers: 1_000, rate: 2 });
    const manyKeys = await single(measured, startOurs(setup, KEYS), { readers: 10 * KEYS, rate: 2 });

    const last = {
      efficiency_1000x50: busy.ours.efficiency / busy.plain.efficiency,
      efficiency_3000x10: wide.ours.efficiency / wide.plain.efficiency,
      p99_ratio_1000x10: quiet.ours.marked.p99 / quiet.plain.marked.p99,
      kb_per_reader: kb,
      connect_5000_s: ourStorm.opened.ms / 1000,
      upstream_connections: Math.max(...[...cells, merged, ourStorm].map((cell) => cell.upstream)),
      merge_gain: merged.efficiency / busy.plain.efficiency,
      memory_1_key_x_1000_mb: singleKey.rssMb,
      memory_100_keys_x_10_mb: manyKeys.rssMb,
    };
    all.atLeast('efficiency_1000x50', last.efficiency_1000x50, 0.8, 'of the plain hub');
    all.atLeast('efficiency_3000x10', last.efficiency_3000x10, 0.8, 'of the plain hub');
    all.atMost(
      'p99 at 1,000 x 10',
      quiet.ours.marked.p99,
      2 * quiet.plain.marked.p99 + STREAM_LIMITS.batchMs,
      'ms, twice the plain hub and the window in which frames gather',
    );
    all.atMost('kb_per_reader', last.kb_per_reader, 40, 'KB');
    all.atMost('connect_5000_s', last.connect_5000_s, 5, 's');
    all.note('connect_5000_s of the plain hub', plainStorm.opened.ms / 1000);
    all.atMost('upstream_connections', last.upstream_connections, 5, 'one, and four that catch up');
    all.atLeast('merge_gain', last.merge_gain, 5, 'times the plain hub that does not merge');
    all.note('memory_1_key_x_1000_mb', last.memory_1_key_x_1000_mb);
    all.note('memory_100_keys_x_10_mb', last.memory_100_keys_x_10_mb);
    all.note('upstream connections a key of 100 keys', manyKeys.upstream);
    const wrong = [...cells, merged, ourStorm].reduce(
      (sum, { marked, opened }) => sum + marked.holes + marked.repeated + marked.lost + opened.refused,
      0,
    );
    all.atMost('events lost or repeated, readers lost or refused', wrong, 0, '');
    if (remainingMs() < PEER_MS) all.note('nchan', 'not measured: out of time');
    else await measurePeer(measured, { all, print, plainEfficiency: busy.plain.efficiency });
    return { ...last, ...all.all() };
  });
}
