// Agents of the simulated network and their skills: which DAG each runs, since when, and who pays.
// Invariant: a skill is registered after its DAG was sealed, and requested only after it was registered.
import type { World } from './ids';
import { HOUR, REGISTERED_AFTER, skills, type SkillDesign } from './skills';
import { episodeOf, type Episode } from './timeline';
import { event, iso, type Transaction } from './transaction';

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
    const at = start + hour * HOUR + REGISTERED_AFTER + index;
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
