// Seeding and going live, with starts, stops and restarts: the log ends up as if nothing had been interrupted.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RecordedLine } from '@/lib/index-service/log/recorded-line';
import { manualClock, type ManualClock } from '@/lib/time/testing/manual-clock';
import { openMemoryIndex, type MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { event, id } from '@/lib/index-service/testing/recorded-events';
import { openSimulation, readSimulationState, wholeTransactions } from './run-simulation';
import type { Simulation, SimulationOptions, TimedLine } from './simulate/simulation';

type Sessions = Parameters<Simulation['live']>[0]['sessions'];

const SECOND = 1_000;
const HISTORY = 40;

/** A network of two events a second that began 40 seconds before `now`; indexed half a second later. */
function network({ seed, now }: SimulationOptions): Simulation & { sessions: Sessions[] } {
  const sessions: Sessions[] = [];
  function* linesFrom(first: number): Generator<TimedLine> {
    for (let at = first; ; at += SECOND)
      for (const place of [0, 1]) {
        const line: RecordedLine = event(
          'DAGCreatedEvent',
          { dag: id(`${seed}/${at}/${place}`) },
          { tx: `${seed}/${at}`, at: new Date(at).toISOString(), index: place },
        );
        yield { line, indexed_at: new Date(at + SECOND / 2).toISOString() };
      }
  }
  return {
    sessions,
    *history() {
      for (const timed of linesFrom(now - (HISTORY - 1) * SECOND)) {
        if (Date.parse(timed.line.onchain_at ?? '') > now) return;
        yield timed;
      }
    },
    *live(input) {
      sessions.push(input.sessions);
      yield* linesFrom(input.after);
    },
  };
}

let index: MemoryIndex;
let clock: ManualClock;
let reports: string[];

beforeAll(async () => {
  index = await openMemoryIndex();
});
beforeEach(async () => {
  clock = manualClock(Date.UTC(2026, 10, 20, 12, 10));
  reports = [];
  await index.log.reset();
});
afterAll(() => index.close());

function start(options: { seed?: string; now?: number; rate?: number } = {}) {
  const stop = new AbortController();
  let made: ReturnType<typeof network> | undefined;
  const opened = openSimulation({
    db: index.db,
    log: index.log,
    clock,
    settings: { seed: options.seed ?? '7', eventsPerSecond: options.rate ?? 2, now: options.now },
    create: (options) => (made = network(options)),
    report: (message) => reports.push(message),
    signal: stop.signal,
  });
  return { opened, stop: () => stop.abort(), sessions: () => made?.sessions ?? [] };
}

/** Lets what is due be written. */
async function settled(entries: bigint): Promise<void> {
  await expect.poll(() => index.log.tip(), { timeout: 60_000 }).toBe(entries);
}

const times = async () =>
  (await index.log.readAfter(0n, 1_000)).map(({ onchain_at, indexed_at }) => [onchain_at, indexed_at]);

test('batches end where a transaction ends', () => {
  const lines = [...network({ seed: '1', now: 0, eventsPerSecond: 1 }).history()];
  const batches = [...wholeTransactions(lines, 5)];
  expect(batches.map((batch) => batch.length)).toEqual([...Array<number>(13).fill(6), 2]);
  expect(batches.flat()).toEqual(lines);
});

test('history first, then live as the clock goes, each line at its time of indexing', async () => {
  const { opened, stop } = start();
  const simulation = await opened;
  await simulation?.seed();
  expect(index.log.tip()).toBe(80n);
  const live = simulation?.live();
  clock.pass(1_499);
  await settled(80n);
  clock.pass(1);
  await settled(82n);
  clock.pass(3_000);
  await settled(88n);
  stop();
  await live;
  const now = clock.now() - 4_500;
  expect((await times()).at(-1)).toEqual([
    new Date(now + 4_000).toISOString(),
    new Date(now + 4_500).toISOString(),
  ]);
});

test('a restart catches up what fell due meanwhile, passes on the earlier sessions, and duplicates nothing', async () => {
  const first = start();
  const before = await first.opened;
  await before?.seed();
  const live = before?.live();
  clock.pass(1_500);
  await settled(82n);
  first.stop();
  await live;
  const stopped = clock.now();
  clock.pass(10_000);
  const second = start();
  const after = await second.opened;
  await after?.seed();
  const going = after?.live();
  await settled(102n);
  expect(second.sessions()).toEqual([
    [{ from: stopped - 1_500, until: stopped }, { from: stopped + 10_000 }],
  ]);
  second.stop();
  await going;
  const chain = (await times()).map(([at]) => at);
  expect(chain).toEqual([...chain].sort());
});

test('a seeding that was stopped continues at the next start', async () => {
  const first = start();
  const before = await first.opened;
  first.stop();
  await before?.seed();
  expect(index.log.tip()).toBe(0n);
  clock.pass(60_000);
  const again = await start().opened;
  await again?.seed();
  expect(index.log.tip()).toBe(80n);
  // The network is the one that was begun: its present is that of the first start.
  expect((await readSimulationState(index.db, index.log))?.now).toBe(clock.now() - 60_000);
  expect((await times()).at(-1)?.[0]).toBe(new Date(clock.now() - 60_000).toISOString());
});

test('SIMULATE_NOW is the present of the network, from which its clock continues', async () => {
  const now = Date.UTC(2026, 0, 5);
  const { opened, stop } = start({ now });
  const simulation = await opened;
  await simulation?.seed();
  const live = simulation?.live();
  clock.pass(1_500);
  await settled(82n);
  stop();
  await live;
  expect((await times()).at(-1)?.[0]).toBe('2026-01-05T00:00:01.000Z');
});

test('a rate of 0 is history only', async () => {
  const simulation = await start({ rate: 0 }).opened;
  await simulation?.seed();
  await simulation?.live();
  expect(index.log.tip()).toBe(80n);
});

test('a log with recorded events, or with another network, is not changed, and the log says so', async () => {
  await index.log.append([event('DAGCreatedEvent', { dag: id('recorded') })]);
  expect(await start().opened).toBeUndefined();
  await index.log.reset();
  await (await start({ seed: '7' }).opened)?.seed();
  expect(await start({ seed: '8' }).opened).toBeUndefined();
  expect(reports.filter((message) => message.includes('is ignored'))).toHaveLength(2);
  await index.log.reset();
  await (await start({ seed: '8' }).opened)?.seed();
  expect(index.log.tip()).toBe(80n);
});
