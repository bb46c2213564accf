// The simulated network as a whole: one endless chronological stream, cut at `now` into history and what comes live.
// Invariant: same seed and same `now`, same lines, byte for byte; nothing here reads a clock, draws real chance or writes anywhere.
// It knows neither the log nor the index: its lines enter by the door of ingest. Pace is the caller's business.
import type { RecordedLine } from '@/lib/index-service/log/recorded-line';
import { agentEpisode, DAY, dagId, HOUR, ownerOf, revisionAt, skills, type SkillDesign } from './agents';
import { buildDag } from './dag-building';
import { dagDesigns, DRAFT } from './dag-designs/catalogue';
import type { DagDesign } from './dag-designs/dag-design';
import { createWorld, type World } from './ids';
import { leaderEpisode, rankLeaders } from './leaders';
import { registryEpisode } from './registry';
import { recurringRuns, singleRun, withoutRun } from './task-episodes';
import type { TaskInput } from './tasks';
import { episodeOf, inOrder, overlap, type Episode } from './timeline';
import { toldRuns } from './told-runs';
import { iso, linesOf, type Transaction } from './transaction';
import { withVault } from './vault';

export const HISTORY_DAYS = 14;
/** The events that one execution started live comes to, about: what turns a rate into a distance between starts. */
const EVENTS_PER_RUN = 62;
/** No execution lasts longer, so nothing older can still be under way. */
const LONGEST_RUN = 2 * HOUR;

export interface TimedLine {
  line: RecordedLine;
  /** Chain time plus the lag of indexing, RFC 3339. */
  indexed_at: string;
}

/** A stretch of wall-clock time in which the network is busy because someone watches: between two starts of the process. */
export interface LiveSession {
  from: number;
  /** Absent for the session that is going on. */
  until?: number;
}

export interface SimulationOptions {
  seed: string;
  /** The end of history, in milliseconds. A restarted process gives the value of its first start. */
  now: number;
  /** How busy the live part is. */
  eventsPerSecond: number;
}

export interface Simulation {
  /** 14 days of history that end at `now`. */
  history(): Generator<TimedLine>;
  /**
   * Everything from `after` on (the time of the last simulated event that was recorded), in order and without end. What happened
   * in that very millisecond comes again: part of it may be missing from the log, and the log skips what it has.
   * `sessions`: the earlier ones and the present one; where an earlier one is left out, what it left running stays unfinished.
   */
  live(input: { after: number; sessions: readonly LiveSession[] }): Generator<TimedLine>;
}

interface Network {
  world: World;
  start: number;
  designs: ReadonlyMap<string, DagDesign>;
  rank: TaskInput['rank'];
}

function designOf({ designs }: Network, key: string): DagDesign {
  const design = designs.get(key);
  if (design === undefined) throw new Error(`no DAG ${key} in the simulated network`);
  return design;
}

/** What a task of this skill would be at that time; null while the skill is not registered. */
function taskInput(network: Network, skill: SkillDesign, name: string, at: number): TaskInput | null {
  const { world, rank, start } = network;
  const revision = revisionAt(skill, at - start);
  if (revision === null) return null;
  const design = designOf(network, revision.dag);
  return { world, rank, name, skill, revision: revision.number, design, dag: dagId(world, revision.dag), at };
}

/** People work by day: fewer starts at night and at the weekend. */
function quietness(at: number): number {
  const date = new Date(at);
  const hour = date.getUTCHours();
  const weekend = date.getUTCDay() % 6 === 0 ? 1.8 : 1;
  return weekend * (hour >= 7 && hour < 19 ? 0.65 : 1.7);
}

function* singleRuns(network: Network): Generator<Episode> {
  const random = network.world.random('single-runs');
  for (let at = network.start + 20 * HOUR, number = 0; ; number++) {
    at += Math.round(random.int(26, 112) * 60_000 * quietness(at)) + random.int(0, 59_999);
    const known = skills.filter((skill) => revisionAt(skill, at - network.start) !== null);
    const skill = random.weighted(known, ({ weight }) => weight);
    const input = taskInput(network, skill, `single/${number}`, at);
    if (input === null) continue;
    if (number % 37 === 11) yield withoutRun(input, number % 2 === 0 ? 'missed' : 'cancelled');
    else if (number % 61 === 30) yield withoutRun(input, 'rejected');
    else yield singleRun(input);
  }
}

function toldEpisodes(network: Network): Episode[] {
  return toldRuns.flatMap(({ dag, seconds, mishap }) => {
    const skill = skills.find(({ revisions }) => revisions.some((revision) => revision.dag === dag));
    const at = network.start + seconds * 1_000 + (seconds < 0 ? HISTORY_DAYS * DAY : 0);
    const input = skill && taskInput(network, skill, `told/${dag}/${seconds}`, at);
    return input ? [singleRun(input, mishap)] : [];
  });
}

function fixedEpisodes(network: Network): Episode[] {
  const { world, start, designs } = network;
  const building = skills.flatMap(({ agent, revisions }) =>
    revisions.map(({ dag, hour }) =>
      episodeOf(
        buildDag({
          world,
          design: designOf(network, dag),
          name: `dag/${dag}`,
          creator: ownerOf(world, agent),
          at: start + hour * HOUR,
        }),
      ),
    ),
  );
  const draft = buildDag({
    world,
    design: designOf(network, DRAFT),
    name: `dag/${DRAFT}`,
    creator: ownerOf(world, 'haggle-freight'),
    at: start + HISTORY_DAYS * DAY - 5 * HOUR,
    sittings: 5,
    rest_ms: 1.7 * HOUR,
  });
  const recurring = skills.flatMap((skill) => {
    const at = start + 30 * HOUR + skill.skill_id * 60_000;
    const input =
      skill.every === undefined ? null : taskInput(network, skill, `recurring/${skill.agent}`, at);
    const every = skill.every ?? 1;
    return input === null
      ? []
      : [recurringRuns(input, every, (then) => taskInput(network, skill, input.name, then) ?? input)];
  });
  const purposeOf = (dag: string) => designs.get(dag)?.purpose ?? '';
  return [
    leaderEpisode(world, start),
    registryEpisode(world, start),
    agentEpisode(world, start, purposeOf),
    ...building,
    episodeOf(draft),
    ...recurring,
    ...toldEpisodes(network),
  ].sort((a, b) => a.starts_at - b.starts_at);
}

/** Someone builds a copy of a DAG by hand, sitting after sitting, while others watch it grow. */
function handBuilt({ world, designs }: Network, { name, design, at }: TaskInput): Episode {
  const random = world.random(`${name}/building`);
  const copy = designs.get(random.pick([DRAFT, design.key])) ?? design;
  const creator = world.id(`wallet/customer/${random.int(1, 23)}`);
  const sittings = random.int(3, 6);
  return episodeOf(
    buildDag({
      world,
      design: copy,
      name: `${name}/dag`,
      creator,
      at,
      sittings,
      rest_ms: random.int(15, 80) * 1_000,
    }),
  );
}

/** The runs of the live part: one a slot, each a function of the seed and the slot's start. */
function* liveRuns(
  network: Network,
  slot: number,
  after: number,
  sessions: readonly LiveSession[],
): Generator<Episode> {
  for (const { from, until = Infinity } of sessions) {
    const first = Math.ceil(Math.max(from, after - LONGEST_RUN) / slot) * slot;
    for (let at = first; at < until; at += slot) {
      const name = `live/${at}`;
      const random = network.world.random(`${name}/choice`);
      const skill = random.weighted(skills, ({ weight }) => weight);
      const starts_at = at + random.int(0, Math.floor(slot / 2));
      const input = taskInput(network, skill, name, starts_at);
      if (input === null) continue;
      yield random.chance(0.03) ? handBuilt(network, input) : singleRun(input);
    }
  }
}

/** Lines with the time at which the index takes them in: the lag comes from the digest, and time never runs backwards. */
function* timed(transactions: Iterable<Transaction>, world: World): Generator<TimedLine & { at: number }> {
  let last = 0;
  for (const transaction of transactions) {
    const lag = 200 + world.random(`lag/${transaction.digest}`).int(0, 1_800);
    last = Math.max(last, transaction.at + lag);
    const indexed_at = iso(last);
    for (const line of linesOf(transaction)) yield { line, indexed_at, at: transaction.at };
  }
}

export function createSimulation({ seed, now, eventsPerSecond }: SimulationOptions): Simulation {
  const world = createWorld(seed);
  const start = now - HISTORY_DAYS * DAY;
  const network: Network = { world, start, designs: dagDesigns(world), rank: rankLeaders(world, start) };
  const base = () => withVault(overlap(inOrder([fixedEpisodes(network), singleRuns(network)])), world);
  const slot = Math.max(1_000, Math.round((EVENTS_PER_RUN / eventsPerSecond) * 1_000));
  return {
    *history() {
      for (const { line, indexed_at, at } of timed(base(), world)) {
        if (at > now) return;
        yield { line, indexed_at };
      }
    },
    *live({ after, sessions }) {
      const both: Episode[] = [{ starts_at: start, transactions: base }];
      const merged = overlap(inOrder([both, liveRuns(network, slot, after, sessions)]));
      for (const { line, indexed_at, at } of timed(merged, world))
        if (at >= after) yield { line, indexed_at };
    },
  };
}
