// Agents of the simulated network and their skills: which DAG each runs, since when, who pays, and how often it is requested.
// Invariant: a skill is registered after its DAG was sealed, and requested only after it was registered.
import { timeOf, type Age } from './age';
import { episodeOf, type Episode } from './timeline';
import { event, HOUR, iso, transaction, type ChainEvent, type Transaction } from './transaction';
import type { World } from './world';

export interface SkillDesign {
  agent: string;
  skill_id: number;
  /** The DAG of each interface revision, with the hour when it was sealed (age.ts). */
  revisions: readonly { dag: string; hour: number }[];
  funded: 'user' | 'agent';
  /** Relative frequency of requests. */
  weight: number;
  /** Hours between two runs of its recurring task. */
  every?: number;
}

function skill(
  agent: string,
  skill_id: number,
  revisions: Readonly<Record<string, number>>,
  funded: SkillDesign['funded'],
  weight: number,
  every?: number,
): SkillDesign {
  const dags = Object.entries(revisions).map(([dag, hour]) => ({ dag, hour }));
  return { agent, skill_id, revisions: dags, funded, weight, every };
}

/** Ids derive from the agent's name and the skill's number. */
export const skills: readonly SkillDesign[] = [
  skill('tidewater-desk', 0, { 'price-feed-1': 9, 'price-feed-2': 151 }, 'agent', 2, 7),
  skill('tidewater-desk', 1, { 'spot-settlement': 10 }, 'user', 12),
  skill('paperlane-office', 0, { 'document-review': 11 }, 'user', 8),
  skill('paperlane-office', 1, { 'tender-desk': 58 }, 'agent', 4),
  skill('openward-panel', 0, { 'content-moderation': 12 }, 'agent', 18),
  skill('waypoint-desk', 0, { 'trip-planner': 13 }, 'user', 9),
  skill('haggle-freight', 0, { 'freight-negotiation': 14 }, 'user', 8),
  skill('haggle-freight', 1, { 'customs-entry': 15 }, 'user', 10),
  skill('haggle-freight', 2, { 'freight-clearance': 102 }, 'agent', 2.2),
  skill('gridwise-control', 0, { 'energy-balance': 16 }, 'agent', 1, 19),
  skill('lumen-support', 0, { 'support-answer': 17 }, 'user', 14),
  skill('lumen-support', 1, { 'release-notes': 170 }, 'user', 6),
];

/** A skill is registered this long after its DAG was sealed. */
const REGISTERED_AFTER = 2 * HOUR;

/** The revision in force, or null before the skill is registered. */
export function revisionAt(
  { revisions }: SkillDesign,
  age: Age,
  at: number,
): { number: number; dag: string } | null {
  const number = revisions.filter(({ hour }) => timeOf(age, hour) + REGISTERED_AFTER + HOUR / 2 <= at).length;
  const dag = revisions[number - 1]?.dag;
  return dag === undefined ? null : { number, dag };
}

export const agentId = (world: World, agent: string) => world.id(`agent/${agent}`);
export const ownerOf = (world: World, agent: string) => world.id(`wallet/owner/${agent}`);
export const dagId = (world: World, key: string) => world.id(`dag/${key}`);

export function paymentPolicy({ funded }: SkillDesign): Record<string, unknown> {
  return funded === 'user'
    ? { variant: 'UserFunded' }
    : { variant: 'AgentFunded', max_budget_mist: 2_500_000_000n };
}

function requirements(world: World, skill: SkillDesign, dag: string): Record<string, unknown> {
  const fixed = dag.startsWith('price-feed') ? ['net.tidewater.oracle.publish@1'] : [];
  return {
    input_commitment: world.hash(`commitment/${dag}`),
    payment_policy: paymentPolicy(skill),
    schedule_policy:
      skill.every === undefined
        ? { variant: 'Once' }
        : { variant: 'Recurring', min_interval_ms: skill.every * HOUR, max_occurrences: null },
    fixed_tools: fixed.map((tool_fqn) => ({ tool_registry_id: world.id('registry/tool'), tool_fqn })),
  };
}

/** What `open-executor` requires of the DAGs it runs for others. */
const noRequirements = (world: World) => ({
  input_commitment: world.hash('commitment/none'),
  payment_policy: { variant: 'UserFunded' },
  schedule_policy: { variant: 'Once' },
  fixed_tools: [],
});

/** Agents, their skills and the executor of arbitrary DAGs. */
export function agentEpisode(world: World, age: Age, purposeOf: (dag: string) => string): Episode {
  const act = (at: number, agent: string, name: string, contents: Transaction['contents']) =>
    transaction(world, at, ownerOf(world, agent), name, contents);
  const registered = (subject: object, dag_id: string, dag_binding: object): ChainEvent =>
    event('SkillRegistered', { ...subject, dag_id, dag_binding });
  const revised = (subject: object, revision: number, dag_binding: object, required: object): ChainEvent =>
    event('SkillContractRevisioned', {
      ...subject,
      current_interface_revision: revision,
      dag_binding,
      requirements: required,
    });
  const agents = [...new Set(skills.map(({ agent }) => agent)), 'open-executor'];
  const created = agents.map((agent, index) =>
    act(timeOf(age, 6 + index / 5), agent, `agent/${agent}`, [
      event('AgentCreated', { agent_id: agentId(world, agent), vault_id: world.id(`vault/${agent}`) }),
    ]),
  );
  const revisions = skills.flatMap((skill) =>
    skill.revisions.map(({ dag, hour }, index) => {
      const at = timeOf(age, hour) + REGISTERED_AFTER + index;
      const subject = { agent_id: agentId(world, skill.agent), skill_id: skill.skill_id };
      const dag_id = dagId(world, dag);
      const binding = { variant: 'Pinned', dag_id };
      return act(at, skill.agent, `skill/${skill.agent}/${skill.skill_id}/${index}`, [
        ...(index === 0 ? [registered(subject, dag_id, binding)] : []),
        revised(subject, index + 1, binding, requirements(world, skill, dag)),
        {
          snapshot: 'skill',
          id: `${subject.agent_id}/${skill.skill_id}`,
          fields: { active: true, description: purposeOf(dag), record_refreshed_at: iso(at) },
        },
      ]);
    }),
  );
  const subject = { agent_id: agentId(world, 'open-executor'), skill_id: 0 };
  const binding = { variant: 'RuntimeSelected' };
  const executor = act(timeOf(age, 19.9), 'open-executor', 'skill/open-executor/0/0', [
    registered(subject, dagId(world, 'none'), binding),
    revised(subject, 1, binding, noRequirements(world)),
    event('DefaultDagExecutorUpdated', subject),
  ]);
  return episodeOf([...created, ...revisions, executor]);
}
