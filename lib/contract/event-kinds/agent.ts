// Event kinds: agents and skills (spec 6.3).
import { address, objectId } from '@/lib/contract/ids';
import { u64 } from '@/lib/contract/int64';
import { kind } from './kind';
import { dagBinding, interfaceVersion, skillRequirement } from './payload-fields';

export const agentKinds = {
  AgentCreatedEvent: kind({ agent_id: objectId, vault_id: address }),
  SkillRegisteredEvent: kind({
    agent_id: objectId,
    skill_id: u64,
    dag_id: address,
    dag_binding: dagBinding,
  }),
  SkillContractRevisionedEvent: kind({
    agent_id: objectId,
    skill_id: u64,
    current_interface_revision: interfaceVersion,
    dag_binding: dagBinding,
    requirements: skillRequirement,
  }),
  DefaultDagExecutorUpdatedEvent: kind({ agent_id: objectId, skill_id: u64 }),
};
