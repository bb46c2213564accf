// The episodes of the simulated network: what is scripted, and the streams of single tasks, past and live.
// Invariant: an episode is a function of the seed and the start of the network, so it can be replayed from the middle.
import { agentEpisode, dagId, ownerOf, revisionAt, skills, type SkillDesign } from './agents';
import { dagBuilding } from './dag-building';
import { DRAFT, type DagDesign } from './dag-designs';
import type { PlannedFailure } from './failures';
import { leaderEpisode, type LeaderRanking } from './leaders';
import { registryEpisode } from './registry';
import { recurringRuns, singleRun, withoutRun } from './task-episodes';
import { customer, type TaskInput } from './tasks';
import type { Episode } from './timeline';
import { DAY, HOUR } from './transaction';
import { timeOf, type Age } from './age';
import type { Random, World } from './world';

export const HISTORY_DAYS = 70;
/** The last of them are busy; before, only a few runs a day occur. */
const BUSY_DAYS = 14;
/** No execution lasts longer, so nothing older can still be under way. */
export const LONGEST_RUN = 2 * HOUR;

/** The age of a network whose history ends at `now`. */
export function ageAt(now: number): Age {
  return { founded: now - HISTORY_DAYS * DAY, busy: now - BUSY_DAYS * DAY };
}

export interface Network {
  world: World;
  age: Age;
  designs: ReadonlyMap<string, DagDesign>;
  rank: LeaderRanking;
}

function designOf({ designs }: Network, key: string): DagDesign {
  const design = designs.get(key);
  if (design === undefined) throw new Error(`no DAG ${key} in the simulated network`);
  return design;
}

/** What a task of this skill would be at that time; null while the skill is not registered. */
function taskInput(network: Network, skill: SkillDesign, name: string, at: number): TaskInput | null {
  const { world, rank, age } = network;
  const revision = revisionAt(skill, age, at);
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

/** A task of any skill that is registered at that time; null if it began before `since`. */
function anyTask(
  network: Network,
  random: Random,
  name: string,
  at: number,
  since: number,
): TaskInput | null {
  const availableSkills = skills.filter((skill) => revisionAt(skill, network.age, at) !== null);
  const skill = random.weighted(availableSkills, ({ weight }) => weight);
  return at < since ? null : taskInput(network, skill, name, at);
}

/** The few runs of the weeks before the busy ones; those that began before `since` are skipped. */
function* earlyRuns(network: Network, since: number): Generator<Episode> {
  const { world, age } = network;
  const random = world.random('early-runs');
  for (let at = age.founded + DAY, number = 0; ; number++) {
    at += Math.round(random.int(240, 960) * 60_000 * quietness(at)) + random.int(0, 59_999);
    // A run that reaches into the busy weeks is none of theirs.
    if (at > age.busy - LONGEST_RUN) return;
    const input = anyTask(network, random, `early/${number}`, at, since);
    if (input !== null) yield singleRun(input);
  }
}

/** Tasks of one run, one after the other without end; those that began before `since` are skipped. */
export function* singleRuns(network: Network, since: number): Generator<Episode> {
  yield* earlyRuns(network, since);
  const { age } = network;
  const random = network.world.random('single-runs');
  for (let at = age.busy + 20 * HOUR, number = 0; ; number++) {
    at += Math.round(random.int(26, 112) * 60_000 * quietness(at)) + random.int(0, 59_999);
    const input = anyTask(network, random, `single/${number}`, at, since);
    if (input === null) continue;
    if (number % 37 === 11) yield withoutRun(input, number % 2 === 0 ? 'missed' : 'cancelled');
    else if (number % 61 === 30) yield withoutRun(input, 'rejected');
    else yield singleRun(input);
  }
}

/** A stretch of wall-clock time in which the network is busy because someone watches: between two starts of the process. */
export interface LiveSession {
  from: number;
  /** Absent for the current session. */
  until?: number;
}

/** Someone builds a copy of a DAG by hand, in several steps, while others watch it grow. */
function handBuilt({ world, designs }: Network, { name, design, at }: TaskInput): Episode {
  const random = world.random(`${name}/building`);
  return dagBuilding(world, {
    design: designs.get(random.pick([DRAFT, design.key])) ?? design,
    name: `${name}/dag`,
    creator: customer(world, random),
    at,
    transactions: random.int(3, 6),
    pause_ms: random.int(15, 80) * 1_000,
  });
}

/** The live part: one run per time slot. A run depends on the seed and its slot only, so the sessions determine which exist. */
export function* liveRuns(
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
      const input = taskInput(network, skill, name, at + random.int(0, Math.floor(slot / 2)));
      if (input !== null) yield random.chance(0.03) ? handBuilt(network, input) : singleRun(input);
    }
  }
}

/** Runs of every simulated network: each kind of failure once, and a few that are under way when history ends. */
const scriptedRuns: readonly {
  dag: string;
  /** After the start of the busy weeks; negative: before the end of history. */
  hours?: number;
  seconds?: number;
  failure?: PlannedFailure;
}[] = [
  { dag: 'customs-entry', hours: 40, failure: { kind: 'takeover', step: 0 } },
  { dag: 'support-answer', hours: 66, failure: { kind: 'tool_failure', step: 1 } },
  { dag: 'trip-planner', hours: 90, failure: { kind: 'tool_failure', step: 1 } },
  { dag: 'freight-clearance', hours: 131, failure: { kind: 'tool_failure', step: 4 } },
  { dag: 'document-review', hours: 160, failure: { kind: 'rejected', step: 2 } },
  { dag: 'freight-clearance', hours: 205, failure: { kind: 'expired', step: 6 } },
  { dag: 'spot-settlement', hours: 231, failure: { kind: 'shortfall', step: 0 } },
  { dag: 'freight-clearance', hours: 260, failure: { kind: 'tool_failure', step: 9 } },
  { dag: 'release-notes', hours: 282, failure: { kind: 'unconfirmed', step: 1 } },
  { dag: 'freight-clearance', hours: 309, failure: { kind: 'tool_failure', step: 12 } },
  // Waits for leaders that never respond.
  { dag: 'content-moderation', seconds: -140, failure: { kind: 'expired', step: 0 } },
  { dag: 'freight-clearance', seconds: -24 },
  { dag: 'tender-desk', seconds: -17 },
  { dag: 'document-review', seconds: -11 },
  { dag: 'energy-balance', seconds: -8 },
  { dag: 'trip-planner', seconds: -5 },
];

/** The scripted past: what is set up, the recurring tasks and the scripted runs, in order of their start. */
export function fixedEpisodes(network: Network): Episode[] {
  const { world, age, designs } = network;
  const end = age.busy + BUSY_DAYS * DAY;
  const building = skills.flatMap(({ agent, revisions }) =>
    revisions.map(({ dag, hour }) =>
      dagBuilding(world, {
        design: designOf(network, dag),
        name: `dag/${dag}`,
        creator: ownerOf(world, agent),
        at: timeOf(age, hour),
      }),
    ),
  );
  const draft = dagBuilding(world, {
    design: designOf(network, DRAFT),
    name: `dag/${DRAFT}`,
    creator: ownerOf(world, 'haggle-freight'),
    at: end - 5 * HOUR,
    transactions: 5,
    pause_ms: 1.7 * HOUR,
  });
  const recurring = skills.flatMap((skill) => {
    if (skill.every === undefined) return [];
    const at = age.busy + 30 * HOUR + skill.skill_id * 60_000;
    const input = taskInput(network, skill, `recurring/${skill.agent}`, at);
    return input === null
      ? []
      : [recurringRuns(input, skill.every, (then) => taskInput(network, skill, input.name, then) ?? input)];
  });
  const scripted = scriptedRuns.flatMap(({ dag, hours = 0, seconds = hours * 3_600, failure }) => {
    const skill = skills.find(({ revisions }) => revisions.some((revision) => revision.dag === dag));
    const at = (seconds < 0 ? end : age.busy) + seconds * 1_000;
    const input = skill && taskInput(network, skill, `told/${dag}/${seconds}`, at);
    return input ? [singleRun(input, failure)] : [];
  });
  return [
    leaderEpisode(world, age),
    registryEpisode(world, age),
    agentEpisode(world, age, (dag) => designs.get(dag)?.purpose ?? ''),
    ...building,
    draft,
    ...recurring,
    ...scripted,
  ].sort((a, b) => a.starts_at - b.starts_at);
}
