// Sentences of the agent family.
import type { PayloadOf } from '@/lib/contract/event-kinds/catalogue';
import type { agentKinds } from '@/lib/contract/event-kinds/agent';
import { agent, dag, object, say, type Part } from './part';
import type { Sentences } from './sentences';

type Binding = PayloadOf<'SkillRegisteredEvent'>['dag_binding'];

const runs = (binding: Binding): Part[] =>
  binding.variant === 'Pinned' ? say`runs ${dag(binding.dag_id)}` : say`runs the DAG chosen with each task`;

export const agentSentences: Sentences<keyof typeof agentKinds> = {
  AgentCreatedEvent: (it) => say`agent ${agent(it.agent_id)} created with vault ${object(it.vault_id)}`,
  SkillRegisteredEvent: (it) =>
    say`skill ${it.skill_id} of ${agent(it.agent_id)} registered, ${runs(it.dag_binding)}`,
  SkillContractRevisionedEvent: (it) =>
    say`skill ${it.skill_id} of ${agent(it.agent_id)} is now at revision ${it.current_interface_revision}, ${runs(it.dag_binding)}`,
  DefaultDagExecutorUpdatedEvent: (it) =>
    say`skill ${it.skill_id} of ${agent(it.agent_id)} now executes arbitrary DAGs`,
};
