// Event kinds: building DAGs, tools and their registry, agents and skills, tasks and occurrences (spec 6.3, 11.2, 11.5, 11.8).
import * as z from 'zod/mini';
import { address, objectId } from '@/lib/contract/ids';
import { u64 } from '@/lib/contract/record';
import { named } from '@/lib/contract/tagged';
import {
  controller,
  dagBinding,
  edge,
  flag,
  interfaceVersion,
  kind,
  occurrenceSource,
  recordedPort,
  rejectionReason,
  skillRequirement,
  text,
  variantPort,
  vertexKind,
  withdrawalReason,
} from './payload-fields';

export const dagKinds = {
  DAGCreatedEvent: kind({ dag: objectId }),
  DAGVertexAddedEvent: kind({ dag: objectId, vertex: named, kind: vertexKind }),
  DAGEntryVertexInputPortAddedEvent: kind({
    dag: objectId,
    vertex: named,
    entry_port: named,
    entry_group: named,
  }),
  DAGEdgeAddedEvent: kind({ dag: objectId, from_vertex: named, edge }),
  DAGDefaultValueAddedEvent: kind({
    dag: objectId,
    vertex: named,
    port: named,
    value: recordedPort,
  }),
  DAGOutputAddedEvent: kind({ dag: objectId, vertex: named, output: variantPort }),
  DAGFinalizedEvent: kind({ dag: objectId }),
};

export const toolKinds = {
  ToolRegistryCreatedEvent: kind({ registry: objectId }),
  ToolRegisteredEvent: kind({ tool: objectId, fqn: text }),
  ToolUnregisteredEvent: kind({ tool: objectId, fqn: text }),
  ToolUpdatedEvent: kind({ tool: objectId, fqn: text }),
  ToolSlashedEvent: kind({ tool: objectId, fqn: text, amount: u64 }),
  ToolVerificationStatusChangedEvent: kind({ tool: objectId, fqn: text, verified: flag }),
};

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

export const schedulerKinds = {
  TaskCreatedEvent: kind({ task_id: objectId, controller, agent_id: objectId, skill_id: u64 }),
  TaskPausedEvent: kind({ task_id: objectId }),
  TaskResumedEvent: kind({ task_id: objectId }),
  TaskCanceledEvent: kind({ task_id: objectId }),
  TaskRejectedEvent: kind({ task_id: objectId, reason: rejectionReason }),
  TaskClosedEvent: kind({ task_id: objectId }),
  OccurrenceScheduledEvent: kind({
    task_id: objectId,
    occurrence_id: u64,
    start_time_ms: u64,
    deadline_ms: z._default(z.nullable(u64), null),
    priority_fee_percentage: u64,
    source: occurrenceSource,
  }),
  OccurrenceAdvertisedEvent: kind({
    task_id: objectId,
    occurrence_id: u64,
    effective_start_time_ms: u64,
    deadline_ms: z._default(z.nullable(u64), null),
    priority_fee_percentage: u64,
  }),
  OccurrenceWithdrawnEvent: kind({
    task_id: objectId,
    occurrence_id: u64,
    reason: withdrawalReason,
  }),
  OccurrenceMissedEvent: kind({ task_id: objectId, occurrence_id: u64, missed_at_ms: u64 }),
  OccurrenceDispatchedEvent: kind({
    task_id: objectId,
    occurrence_id: u64,
    execution_id: objectId,
    dispatched_at_ms: u64,
  }),
  OccurrenceSettledEvent: kind({
    task_id: objectId,
    occurrence_id: u64,
    execution_id: objectId,
    succeeded: flag,
  }),
};
