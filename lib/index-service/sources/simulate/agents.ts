// The agents of the simulated network and their skills: which DAG each runs, since when, and who pays.
// Invariant: a skill is registered after its DAG was sealed, and is asked for only after it was registered.
// Registration emits revision 1 beside it (index-mapping "Agent and skill"); description and active flag come as a snapshot.
import type { World } from './ids';
import { episodeOf, type Episode } from './timeline';
import { event, iso, type Transaction } from './transaction';

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

const DELAY = 2 * HOUR;

/** The revision in force, or null before the skill is registered. */
export function revisionAt(skill: SkillDesign, sinceStart: number): { number: number; dag: string } | null {
  const number = skill.revisions.filter(({ hour }) => hour * HOUR + DELAY + HOUR / 2 <= sinceStart).length;
  const dag = skill.revisions[number - 1]?.dag;
  return dag === undefined ? null : { number, dag };
}

export const agentId = (world: World, agent: string) => world.id(`agent/${agent}`);
export const ownerOf = (world: World, agent: string) => world.id(`wallet/owner/${agent}`);
export const dagId = (world: World, key: string) => world.id(`dag/${key}`);

export function paymentPolicy(skill: SkillDesign): Record<string, unknown> {
  return skill.funded === 'user'
    ? { variant: 'UserFunded' }
    : { variant: 'AgentFunded', max_budget_mist: 2_500_000_000n };
}

function requirements(world: World, skill: SkillDesign, dag: string): Record<string, unknown> {
  const fixed = skill.funded === 'agent' ? ['net.tidewater.oracle.publish@1'] : [];
  return {
    input_commitment: world.hash(`commitment/${dag}`),
    payment_policy: paymentPolicy(skill),
    schedule_policy:
      skill.every === undefined
        ? { variant: 'Once' }
        : { variant: 'Recurring', min_interval_ms: skill.every * HOUR, max_occurrences: null },
    fixed_tools: dag.startsWith('price-feed')
      ? fixed.map((tool_fqn) => ({ tool_registry_id: world.id('registry/tool'), tool_fqn }))
      : [],
  };
}

function skillTransactions(
  world: World,
  start: number,
  skill: SkillDesign,
  purposeOf: (dag: string) => string,
) {
  const agent_id = agentId(world, skill.agent);
  return skill.revisions.map(({ dag, hour }, index): Transaction => {
    const at = start + hour * HOUR + DELAY + index;
    const subject = { agent_id, skill_id: skill.skill_id };
    const dag_binding = { variant: 'Pinned', dag_id: dagId(world, dag) };
    const fields = { active: true, description: purposeOf(dag), record_refreshed_at: iso(at) };
    return {
      at,
      sender: ownerOf(world, skill.agent),
      digest: world.digest(`skill/${skill.agent}/${skill.skill_id}/${index}`),
      contents: [
        ...(index === 0
          ? [event('SkillRegistered', { ...subject, dag_id: dagId(world, dag), dag_binding })]
          : []),
        event('SkillContractRevisioned', {
          ...subject,
          current_interface_revision: index + 1,
          dag_binding,
          requirements: requirements(world, skill, dag),
        }),
        { snapshot: 'skill', id: `${agent_id}/${skill.skill_id}`, fields },
      ],
    };
  });
}

/** Agents, their skills and the executor of arbitrary DAGs. */
export function agentEpisode(world: World, start: number, purposeOf: (dag: string) => string): Episode {
  const agents = [...new Set(skills.map(({ agent }) => agent)), 'open-executor'];
  const created = agents.map((agent, index): Transaction => {
    const agent_id = agentId(world, agent);
    const contents = [event('AgentCreated', { agent_id, vault_id: world.id(`vault/${agent}`) })];
    return {
      at: start + (6 + index / 5) * HOUR,
      sender: ownerOf(world, agent),
      digest: world.digest(`agent/${agent}`),
      contents,
    };
  });
  const agent_id = agentId(world, 'open-executor');
  const subject = { agent_id, skill_id: 0 };
  const dag_binding = { variant: 'RuntimeSelected' };
  const executor: Transaction = {
    at: start + 20 * HOUR,
    sender: ownerOf(world, 'open-executor'),
    digest: world.digest('skill/open-executor/0/0'),
    contents: [
      event('SkillRegistered', { ...subject, dag_id: world.id('dag/none'), dag_binding }),
      event('SkillContractRevisioned', {
        ...subject,
        current_interface_revision: 1,
        dag_binding,
        requirements: {
          input_commitment: null,
          payment_policy: { variant: 'UserFunded' },
          schedule_policy: { variant: 'Once' },
          fixed_tools: [],
        },
      }),
      event('DefaultDagExecutorUpdated', subject),
    ],
  };
  return episodeOf([
    ...created,
    ...skills.flatMap((skill) => skillTransactions(world, start, skill, purposeOf)),
    executor,
  ]);
}
