// The episodes of the simulated network, and the stream of single tasks.
// Invariant: an episode is a function of the seed and the start of the network, so it can be replayed from the middle.
import { agentEpisode, dagId, ownerOf } from './agents';
import { buildDag } from './dag-building';
import { DRAFT } from './dag-designs/catalogue';
import type { DagDesign } from './dag-designs/dag-design';
import type { World } from './ids';
import { leaderEpisode } from './leader-episode';
import { registryEpisode } from './registry';
import { DAY, HOUR, revisionAt, skills, type SkillDesign } from './skills';
import { recurringRuns, singleRun, withoutRun } from './task-episodes';
import type { TaskInput } from './tasks';
import { episodeOf, type Episode } from './timeline';
import type { Wanted } from './mishaps';

export const HISTORY_DAYS = 14;

export interface Network {
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
export function taskInput(network: Network, skill: SkillDesign, name: string, at: number): TaskInput | null {
  const { world, rank, start } = network;
  const revision = revisionAt(skill, at - start);
  if (revision === null) return null;
  const design = designOf(network, revision.dag);
  return { world, rank, name, skill, revision: revision.number, design, dag: dagId(world, revision.dag), at };
}

/** No execution lasts longer, so nothing older can still be under way. */
export const LONGEST_RUN = 2 * HOUR;

/** People work by day: fewer starts at night and at the weekend. */
function quietness(at: number): number {
  const date = new Date(at);
  const hour = date.getUTCHours();
  const weekend = date.getUTCDay() % 6 === 0 ? 1.8 : 1;
  return weekend * (hour >= 7 && hour < 19 ? 0.65 : 1.7);
}

/** Tasks of one run, one after the other without end; those that began before `since` are skipped. */
export function* singleRuns(network: Network, since: number): Generator<Episode> {
  const random = network.world.random('single-runs');
  for (let at = network.start + 20 * HOUR, number = 0; ; number++) {
    at += Math.round(random.int(26, 112) * 60_000 * quietness(at)) + random.int(0, 59_999);
    const known = skills.filter((skill) => revisionAt(skill, at - network.start) !== null);
    const skill = random.weighted(known, ({ weight }) => weight);
    const input = at < since ? null : taskInput(network, skill, `single/${number}`, at);
    if (input === null) continue;
    if (number % 37 === 11) yield withoutRun(input, number % 2 === 0 ? 'missed' : 'cancelled');
    else if (number % 61 === 30) yield withoutRun(input, 'rejected');
    else yield singleRun(input);
  }
}

/** Runs of every simulated network: each kind of failure once, and a few that are under way when history ends. */
interface ScriptedRun {
  dag: string;
  /** After the start of the network; negative: before the end of its history. */
  seconds: number;
  mishap?: Wanted;
}

const hours = (count: number) => count * 3_600;

const scriptedRuns: readonly ScriptedRun[] = [
  { dag: 'customs-entry', seconds: hours(40), mishap: { kind: 'takeover', step: 0 } },
  { dag: 'support-answer', seconds: hours(66), mishap: { kind: 'tool_failure', step: 1 } },
  { dag: 'trip-planner', seconds: hours(90), mishap: { kind: 'tool_failure', step: 1 } },
  { dag: 'freight-clearance', seconds: hours(131), mishap: { kind: 'tool_failure', step: 4 } },
  { dag: 'document-review', seconds: hours(160), mishap: { kind: 'rejected', step: 2 } },
  { dag: 'freight-clearance', seconds: hours(205), mishap: { kind: 'expired', step: 6 } },
  { dag: 'spot-settlement', seconds: hours(231), mishap: { kind: 'shortfall', step: 0 } },
  { dag: 'freight-clearance', seconds: hours(260), mishap: { kind: 'tool_failure', step: 9 } },
  { dag: 'release-notes', seconds: hours(282), mishap: { kind: 'unconfirmed', step: 1 } },
  { dag: 'freight-clearance', seconds: hours(309), mishap: { kind: 'tool_failure', step: 12 } },
  // Waits for leaders that never respond.
  { dag: 'content-moderation', seconds: -140, mishap: { kind: 'expired', step: 0 } },
  { dag: 'freight-clearance', seconds: -24 },
  { dag: 'tender-desk', seconds: -17 },
  { dag: 'document-review', seconds: -11 },
  { dag: 'energy-balance', seconds: -8 },
  { dag: 'trip-planner', seconds: -5 },
];

function scriptedEpisodes(network: Network): Episode[] {
  return scriptedRuns.flatMap(({ dag, seconds, mishap }) => {
    const skill = skills.find(({ revisions }) => revisions.some((revision) => revision.dag === dag));
    const at = network.start + seconds * 1_000 + (seconds < 0 ? HISTORY_DAYS * DAY : 0);
    const input = skill && taskInput(network, skill, `told/${dag}/${seconds}`, at);
    return input ? [singleRun(input, mishap)] : [];
  });
}

export function fixedEpisodes(network: Network): Episode[] {
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
    ...scriptedEpisodes(network),
  ].sort((a, b) => a.starts_at - b.starts_at);
}
