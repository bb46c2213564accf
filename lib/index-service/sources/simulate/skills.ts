// The skills of the simulated network: which DAG each runs and since when, who pays, and how often it is asked for.
// Invariant: a skill is asked for only after it was registered, and at the revision that is in force then.

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export interface SkillDesign {
  agent: string;
  skill_id: number;
  /** The DAG of each interface revision, with the hours after the network's start when it was sealed. */
  revisions: readonly { dag: string; hour: number }[];
  funded: 'user' | 'agent';
  /** How often it is asked for, against the others; 0 when only its recurring task runs it. */
  weight: number;
  /** Hours between two runs of its recurring task. */
  every?: number;
}

/** Agent names give ids; the order of skills gives their numbers. */
export const skills: readonly SkillDesign[] = [
  {
    agent: 'tidewater-desk',
    skill_id: 0,
    revisions: [
      { dag: 'price-feed-1', hour: 9 },
      { dag: 'price-feed-2', hour: 151 },
    ],
    funded: 'agent',
    weight: 2,
    every: 7,
  },
  {
    agent: 'tidewater-desk',
    skill_id: 1,
    revisions: [{ dag: 'spot-settlement', hour: 10 }],
    funded: 'user',
    weight: 12,
  },
  {
    agent: 'paperlane-office',
    skill_id: 0,
    revisions: [{ dag: 'document-review', hour: 11 }],
    funded: 'user',
    weight: 8,
  },
  {
    agent: 'paperlane-office',
    skill_id: 1,
    revisions: [{ dag: 'tender-desk', hour: 58 }],
    funded: 'agent',
    weight: 4,
  },
  {
    agent: 'openward-panel',
    skill_id: 0,
    revisions: [{ dag: 'content-moderation', hour: 12 }],
    funded: 'agent',
    weight: 18,
  },
  {
    agent: 'waypoint-desk',
    skill_id: 0,
    revisions: [{ dag: 'trip-planner', hour: 13 }],
    funded: 'user',
    weight: 9,
  },
  {
    agent: 'haggle-freight',
    skill_id: 0,
    revisions: [{ dag: 'freight-negotiation', hour: 14 }],
    funded: 'user',
    weight: 8,
  },
  {
    agent: 'haggle-freight',
    skill_id: 1,
    revisions: [{ dag: 'customs-entry', hour: 15 }],
    funded: 'user',
    weight: 10,
  },
  {
    agent: 'haggle-freight',
    skill_id: 2,
    revisions: [{ dag: 'freight-clearance', hour: 102 }],
    funded: 'agent',
    weight: 2.2,
  },
  {
    agent: 'gridwise-control',
    skill_id: 0,
    revisions: [{ dag: 'energy-balance', hour: 16 }],
    funded: 'agent',
    weight: 1,
    every: 19,
  },
  {
    agent: 'lumen-support',
    skill_id: 0,
    revisions: [{ dag: 'support-answer', hour: 17 }],
    funded: 'user',
    weight: 14,
  },
  {
    agent: 'lumen-support',
    skill_id: 1,
    revisions: [{ dag: 'release-notes', hour: 170 }],
    funded: 'user',
    weight: 6,
  },
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
