// Skills of the simulated network: which DAG each runs and since when, who pays, and how often it is requested.

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export interface SkillDesign {
  agent: string;
  skill_id: number;
  /** The DAG of each interface revision, with the hours after the network's start when it was sealed. */
  revisions: readonly { dag: string; hour: number }[];
  funded: 'user' | 'agent';
  /** Relative frequency of requests; 0 when only its recurring task runs it. */
  weight: number;
  /** Hours between two runs of its recurring task. */
  every?: number;
}

function skill(
  agent: string,
  skill_id: number,
  revisions: Readonly<Record<string, number>>,
  rest: Pick<SkillDesign, 'funded' | 'weight' | 'every'>,
): SkillDesign {
  const dags = Object.entries(revisions).map(([dag, hour]) => ({ dag, hour }));
  return { agent, skill_id, revisions: dags, ...rest };
}

/** Ids derive from the agent's name and the skill's number. */
export const skills: readonly SkillDesign[] = [
  skill(
    'tidewater-desk',
    0,
    { 'price-feed-1': 9, 'price-feed-2': 151 },
    { funded: 'agent', weight: 2, every: 7 },
  ),
  skill('tidewater-desk', 1, { 'spot-settlement': 10 }, { funded: 'user', weight: 12 }),
  skill('paperlane-office', 0, { 'document-review': 11 }, { funded: 'user', weight: 8 }),
  skill('paperlane-office', 1, { 'tender-desk': 58 }, { funded: 'agent', weight: 4 }),
  skill('openward-panel', 0, { 'content-moderation': 12 }, { funded: 'agent', weight: 18 }),
  skill('waypoint-desk', 0, { 'trip-planner': 13 }, { funded: 'user', weight: 9 }),
  skill('haggle-freight', 0, { 'freight-negotiation': 14 }, { funded: 'user', weight: 8 }),
  skill('haggle-freight', 1, { 'customs-entry': 15 }, { funded: 'user', weight: 10 }),
  skill('haggle-freight', 2, { 'freight-clearance': 102 }, { funded: 'agent', weight: 2.2 }),
  skill('gridwise-control', 0, { 'energy-balance': 16 }, { funded: 'agent', weight: 1, every: 19 }),
  skill('lumen-support', 0, { 'support-answer': 17 }, { funded: 'user', weight: 14 }),
  skill('lumen-support', 1, { 'release-notes': 170 }, { funded: 'user', weight: 6 }),
];

/** A skill is registered this long after its DAG was sealed. */
export const REGISTERED_AFTER = 2 * HOUR;

/** The revision in force, or null before the skill is registered. */
export function revisionAt(skill: SkillDesign, sinceStart: number): { number: number; dag: string } | null {
  const number = skill.revisions.filter(
    ({ hour }) => hour * HOUR + REGISTERED_AFTER + HOUR / 2 <= sinceStart,
  ).length;
  const dag = skill.revisions[number - 1]?.dag;
  return dag === undefined ? null : { number, dag };
}
