// Executions and their walks: the event kinds of the execution family and the fields of their payloads (lifecycle 3, spec 6.3).
// One row a kind; where an event fills a column is the projections' business.
import * as z from 'zod/mini';
import { address, objectId } from '@/lib/contract/ids';
import { u64 } from '@/lib/contract/int64';
import { named } from '@/lib/contract/tagged';
import { kind } from './kind';
import {
  bytes,
  failureClass,
  flag,
  interfaceVersion,
  postFailureAction,
  recordedPorts,
  runtimeVertex,
  text,
} from './payload-fields';

export const executionKinds = {
  AgentSkillExecutionRequestedEvent: kind({
    execution_id: address,
    agent_id: objectId,
    skill_id: u64,
    interface_revision: interfaceVersion,
    payment_id: address,
  }),
  AgentVertexAuthorizationRequiredEvent: kind({
    dag: objectId,
    execution: objectId,
    walk_index: u64,
    vertex: runtimeVertex,
    tool_fqn: text,
    agent_id: z._default(z.nullable(objectId), null),
    skill_id: z._default(z.nullable(u64), null),
  }),
  InvocationAuthorizationRequiredEvent: kind(
    {
      dag: objectId,
      execution: objectId,
      walk_index: u64,
      vertex: runtimeVertex,
    },
    { distributed: true },
  ),
  RequestWalkExecutionEvent: kind(
    {
      dag: objectId,
      execution: objectId,
      invocation: objectId,
      invoker: address,
      walk_index: u64,
      next_vertex: runtimeVertex,
      evaluations: objectId,
      agent_id: objectId,
      skill_id: u64,
      interface_version: interfaceVersion,
      task_id: objectId,
      occurrence_id: u64,
    },
    { distributed: true },
  ),
  CommittedToolResultEvent: kind({
    dag: objectId,
    execution: objectId,
    walk_index: u64,
    vertex: runtimeVertex,
    leader: objectId,
    has_primary_failure_evidence: flag,
    has_secondary_failure_evidence: flag,
  }),
  WalkAdvancedEvent: kind({
    dag: objectId,
    execution: objectId,
    walk_index: u64,
    vertex: runtimeVertex,
    variant: named,
    variant_ports_to_data: recordedPorts,
  }),
  WalkFailedEvent: kind({
    dag: objectId,
    execution: objectId,
    walk_index: u64,
    vertex: runtimeVertex,
    reason: text,
  }),
  WalkPendingAbortEvent: kind({
    dag: objectId,
    execution: objectId,
    walk_index: u64,
    vertex: runtimeVertex,
  }),
  WalkAbortedEvent: kind({
    dag: objectId,
    execution: objectId,
    walk_index: u64,
    vertex: runtimeVertex,
  }),
  WalkCancelledEvent: kind({
    dag: objectId,
    execution: objectId,
    walk_index: u64,
    vertex: runtimeVertex,
  }),
  EndStateReachedEvent: kind({
    dag: objectId,
    execution: objectId,
    walk_index: u64,
    vertex: runtimeVertex,
    variant: named,
    variant_ports_to_data: recordedPorts,
  }),
  TerminalErrEvalRecordedEvent: kind({
    dag: objectId,
    execution: objectId,
    walk_index: u64,
    vertex: runtimeVertex,
    leader: address,
    failure_class: failureClass,
    outcome: z._default(z.nullable(postFailureAction), null),
    reason: text,
    err_eval_hash: bytes,
    duplicate: flag,
  }),
  SubmissionFailureEvidenceRecordedEvent: kind({
    dag: objectId,
    execution: objectId,
    walk_index: u64,
    vertex: runtimeVertex,
    failed_leader: address,
    winning_leader: z._default(z.nullable(address), null),
    reason: text,
    err_eval_hash: bytes,
  }),
  ExecutionFinishedEvent: kind({
    dag: objectId,
    execution: objectId,
    has_any_walk_failed: flag,
    has_any_walk_succeeded: flag,
    was_aborted: flag,
  }),
};
