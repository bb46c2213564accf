// Event kinds: executions, walks, and the verification of tool results (spec 6.3, 11.3).
import * as z from 'zod/mini';
import { address, objectId } from '@/lib/contract/ids';
import { u64 } from '@/lib/contract/record';
import { named } from '@/lib/contract/tagged';
import {
  bytes,
  failureClass,
  flag,
  interfaceVersion,
  kind,
  postFailureAction,
  recordedPorts,
  runtimeVertex,
  text,
  verifierDecision,
  verifierKind,
  verifierMethod,
} from './payload-fields';

const walkFields = { dag: objectId, execution: objectId, walk_index: u64, vertex: runtimeVertex };

export const executionKinds = {
  AgentSkillExecutionRequestedEvent: kind({
    execution_id: address,
    agent_id: objectId,
    skill_id: u64,
    interface_revision: interfaceVersion,
    payment_id: address,
  }),
  AgentVertexAuthorizationRequiredEvent: kind({
    ...walkFields,
    tool_fqn: text,
    agent_id: z._default(z.nullable(objectId), null),
    skill_id: z._default(z.nullable(u64), null),
  }),
  InvocationAuthorizationRequiredEvent: kind(walkFields),
  RequestWalkExecutionEvent: kind({
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
  }),
  CommittedToolResultEvent: kind({
    ...walkFields,
    leader: objectId,
    has_primary_failure_evidence: flag,
    has_secondary_failure_evidence: flag,
  }),
  WalkAdvancedEvent: kind({ ...walkFields, variant: named, variant_ports_to_data: recordedPorts }),
  WalkFailedEvent: kind({ ...walkFields, reason: text }),
  WalkPendingAbortEvent: kind(walkFields),
  WalkAbortedEvent: kind(walkFields),
  WalkCancelledEvent: kind(walkFields),
  EndStateReachedEvent: kind({
    ...walkFields,
    variant: named,
    variant_ports_to_data: recordedPorts,
  }),
  TerminalErrEvalRecordedEvent: kind({
    ...walkFields,
    leader: address,
    failure_class: failureClass,
    outcome: z._default(z.nullable(postFailureAction), null),
    reason: text,
    err_eval_hash: bytes,
    duplicate: flag,
  }),
  SubmissionFailureEvidenceRecordedEvent: kind({
    ...walkFields,
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

export const verificationKinds = {
  ExternalVerifierRegisteredEvent: kind({
    registry: objectId,
    tool: objectId,
    method: verifierMethod,
    witness: objectId,
  }),
  ToolVerificationResolvedEvent: kind({
    ...walkFields,
    leader_cap_id: objectId,
    tool_id: objectId,
    verifier_kind: verifierKind,
    verifier_witness_id: z._default(z.nullable(objectId), null),
    decision: verifierDecision,
  }),
};
