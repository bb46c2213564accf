// Executions (spec 2.6) and what belongs to one: events (2.8), submission failures (2.9), gas events (2.10), walks (decisions.md).
// Status values are ours where the specification lists none; the console shows any string.
import * as z from 'zod';
import { int64 } from './int64';
import { idParam, integerParam, openEnumParam, paging } from './query-params';
import { portDataMap } from './port-data';
import { openEnum, record, rowTimes, timestamp } from './record';

export const executionStatuses = ['running', 'pending_settlement', 'succeeded', 'failed', 'aborted'] as const;

export const execution = record({
  object_id: z.string(),
  dag_object_id: z.string(),
  invoker: z.string(),
  status: openEnum(executionStatuses),
  agent_object_id: z.string().nullable(),
  skill_id: int64.nullable(),
  interface_revision: int64.nullable(),
  task_object_id: z.string().nullable(),
  payment_object_id: z.string().nullable(),
  has_any_walk_failed: z.boolean().nullable(),
  has_any_walk_succeeded: z.boolean().nullable(),
  was_aborted: z.boolean().nullable(),
  ...rowTimes,
});
export type Execution = z.output<typeof execution>;

/** Filters of GET /executions, which the specification does not have and the hosted service does. */
export const executionFilters = z.object({
  status: openEnumParam(executionStatuses).optional(),
  agent_object_id: idParam.optional(),
  skill_id: integerParam.optional(),
  dag_object_id: idParam.optional(),
  task_object_id: idParam.optional(),
  invoker: idParam.optional(),
  ...paging,
});

/** The walk-scoped kinds that become execution events, without their suffix (index-mapping). */
export const executionEventTypes = [
  'RequestWalkExecution',
  'InvocationAuthorizationRequired',
  'AgentVertexAuthorizationRequired',
  'CommittedToolResult',
  'ToolVerificationResolved',
  'WalkAdvanced',
  'EndStateReached',
  'WalkFailed',
  'TerminalErrEvalRecorded',
  'WalkPendingAbort',
  'WalkAborted',
  'WalkCancelled',
] as const;

export const executionEvent = record({
  id: z.int(),
  execution_id: z.string(),
  event_type: openEnum(executionEventTypes),
  tx_digest: z.string(),
  vertex_name: z.string(),
  vertex_iteration: int64.nullable(),
  walk_index: int64,
  variant: z.string().nullable(),
  failure_reason: z.string().nullable(),
  has_primary_failure_evidence: z.boolean().nullable(),
  has_secondary_failure_evidence: z.boolean().nullable(),
  leader: z.string().nullable(),
  ports_data: portDataMap.nullable(),
  created_at: timestamp,
});
export type ExecutionEvent = z.output<typeof executionEvent>;

export const executionEventFilters = z.object({
  event_type: openEnumParam(executionEventTypes).optional(),
  ...paging,
});

export const submissionFailure = record({
  id: z.int(),
  tx_digest: z.string(),
  vertex_name: z.string(),
  vertex_iteration: int64.nullable(),
  walk_index: int64,
  /** The primary leader's cap id in address form; the winner is a wallet address (index-mapping 2.9). */
  failed_leader: z.string(),
  winning_leader: z.string().nullable(),
  err_eval_hash: z.string(),
  reason: z.string(),
  created_at: timestamp,
});
export type SubmissionFailure = z.output<typeof submissionFailure>;

/** Nothing writes gas events in this release; the listing has no new rows. */
export const gasEvent = record({
  id: z.int(),
  kind: z.string(),
  tool_fqn: z.string(),
  tx_digest: z.string(),
  vertex_name: z.string(),
  vertex_iteration: int64.nullable(),
  available_funds: int64.nullable(),
  required_tool_fee: int64.nullable(),
  was_locked: z.boolean().nullable(),
  was_refunded: z.boolean().nullable(),
  created_at: timestamp,
});
export type GasEvent = z.output<typeof gasEvent>;

export const walkStates = [
  'active',
  'pending_settlement',
  'successful',
  'failed',
  'consumed',
  'pending_abort',
  'aborted',
  'cancelled',
] as const;

export const walk = record({
  walk_index: int64,
  state: openEnum(walkStates),
  vertex_name: z.string().nullable(),
  vertex_iteration: int64.nullable(),
  out_of: int64.nullable(),
  variant: z.string().nullable(),
  started_at: timestamp.nullable(),
  updated_at: timestamp,
});
export type Walk = z.output<typeof walk>;
