// Executions (spec 2.6), their events (2.8), submission failures (2.9), gas events (2.10) and walks (spec 10.1).
import * as z from 'zod/mini';
import { folded, hexId, int64, integer, openEnum, record, rowTimes, timestamp, unspecified } from './record';
import {
  amountParam,
  booleanParam,
  countParam,
  createdBetween,
  durationParam,
  idParam,
  integerParam,
  nameParam,
  openEnumParam,
  openEnumsParam,
  orderParam,
  paging,
} from './query-params';
import { portDataMap } from './port-data';

export const failureClasses = ['retryable', 'terminal_tool_failure', 'terminal_submission_failure'] as const;

export const executionStatuses = ['running', 'pending_settlement', 'succeeded', 'failed', 'aborted'] as const;

/** Beyond the specification: null when unknown, and where an index has no such column. Chain time, and MIST so far. */
const runFigures = {
  finished_at: unspecified(timestamp),
  duration_ms: unspecified(int64),
  gas_mist: unspecified(int64),
  tool_cost_mist: unspecified(int64),
  priority_fee_mist: unspecified(int64),
  failure_class: unspecified(openEnum(failureClasses)),
  failure_reason: unspecified(z.string()),
  failed_vertex: unspecified(z.string()),
  failed_tool_fqn: unspecified(z.string()),
  /** Iterations of its longest loop, as its requests number them; null without a loop. */
  loop_iterations: unspecified(int64),
  /** Whether it consumed more than its budget before refills, or a settlement found too little. */
  over_budget: unspecified(z.boolean()),
  /** Of the skill, to tell executions apart. */
  skill_description: unspecified(z.string()),
};

export const execution = record({
  object_id: hexId,
  dag_object_id: hexId,
  invoker: hexId,
  status: openEnum(executionStatuses),
  agent_object_id: z.nullable(hexId),
  skill_id: z.nullable(int64),
  interface_revision: z.nullable(int64),
  task_object_id: z.nullable(hexId),
  payment_object_id: z.nullable(hexId),
  has_any_walk_failed: z.nullable(z.boolean()),
  has_any_walk_succeeded: z.nullable(z.boolean()),
  was_aborted: z.nullable(z.boolean()),
  ...runFigures,
  ...rowTimes,
});
export type Execution = z.output<typeof execution>;

/** The status of an execution that has ended. */
export function endStatus(end: {
  was_aborted: boolean;
  has_any_walk_failed: boolean;
}): (typeof executionStatuses)[number] {
  if (end.was_aborted) return 'aborted';
  return end.has_any_walk_failed ? 'failed' : 'succeeded';
}

/** The status of an execution that has not ended, from the states of its walks. */
export function unfinishedStatus(states: ReadonlySet<string>): (typeof executionStatuses)[number] {
  return !states.has('active') && states.has('pending_settlement') ? 'pending_settlement' : 'running';
}

export function isUnfinished({ status }: { status: Execution['status'] | null }): boolean {
  return status === 'running' || status === 'pending_settlement';
}

/** For an unknown status the flag decides: an index that sets it does so at the end. */
export function hasEnded(execution: { status: Execution['status']; was_aborted: boolean | null }): boolean {
  const isKnown = executionStatuses.some((status) => status === execution.status);
  return isKnown ? !isUnfinished(execution) : execution.was_aborted !== null;
}

/** Gas, tools and priority fee in MIST; null where one of them is unknown. */
export function costOf({
  gas_mist,
  tool_cost_mist,
  priority_fee_mist,
}: Pick<Execution, 'gas_mist' | 'tool_cost_mist' | 'priority_fee_mist'>): bigint | null {
  if (gas_mist === null || tool_cost_mist === null || priority_fee_mist === null) return null;
  return gas_mist + tool_cost_mist + priority_fee_mist;
}

/** An execution is stuck after this many times the median of its DAG. */
export const STUCK_AFTER = 10;

/** Filters of GET /executions, which the specification does not have. Of those after `invoker` the hosted service has none. */
export const executionFilters = z.object({
  status: z.optional(openEnumsParam(executionStatuses)),
  agent_object_id: z.optional(idParam),
  skill_id: z.optional(integerParam),
  interface_revision: z.optional(integerParam),
  dag_object_id: z.optional(idParam),
  task_object_id: z.optional(idParam),
  invoker: z.optional(idParam),
  /** When it was started on chain, both inclusive. */
  ...createdBetween,
  min_duration_ms: z.optional(durationParam),
  max_duration_ms: z.optional(durationParam),
  min_cost_mist: z.optional(amountParam),
  max_cost_mist: z.optional(amountParam),
  failure_class: z.optional(openEnumParam(failureClasses)),
  failure_reason: z.optional(nameParam),
  failed_vertex: z.optional(nameParam),
  failed_tool_fqn: z.optional(nameParam),
  /** Of DAGs that have a vertex with this tool. */
  tool_fqn: z.optional(nameParam),
  /** Who paid for it. */
  funder: z.optional(idParam),
  /** A leader that committed one of its results. */
  leader_cap_id: z.optional(idParam),
  min_loop_iterations: z.optional(countParam),
  max_loop_iterations: z.optional(countParam),
  /** Whether it has been running for more than STUCK_AFTER times the median of its DAG's finished executions. */
  stuck: z.optional(booleanParam),
  over_budget: z.optional(booleanParam),
  /** `cost_mist` is the sum of gas, tools and priority fee. */
  order_by: z.optional(
    orderParam([
      'object_id',
      'status',
      'duration_ms',
      'cost_mist',
      'loop_iterations',
      'dag_object_id',
      'agent_object_id',
      'skill_id',
      'invoker',
      'has_any_walk_failed',
      'payment_object_id',
      'onchain_created_at',
      'updated_at',
    ]),
  ),
  ...paging,
});

/** The walk-scoped kinds that become execution events, without their suffix. */
export const executionEventTypes = [
  'RequestWalkExecution',
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

const typesByName: ReadonlyMap<string, string> = new Map(
  // Our index has no rows of the last; another may.
  [...executionEventTypes, 'InvocationAuthorizationRequired'].map((type) => [folded(type), type]),
);

/** A known type in any spelling, with or without its module and the suffix `Event`. */
const eventType = z.pipe(
  openEnum(executionEventTypes),
  z.transform((text) => typesByName.get(folded(text).replaceAll(/^.*::|event$/g, '')) ?? text),
);

export const executionEvent = record({
  id: integer,
  execution_id: hexId,
  event_type: eventType,
  tx_digest: z.string(),
  vertex_name: z.string(),
  vertex_iteration: z.nullable(int64),
  walk_index: int64,
  variant: z.nullable(z.string()),
  failure_reason: z.nullable(z.string()),
  has_primary_failure_evidence: z.nullable(z.boolean()),
  has_secondary_failure_evidence: z.nullable(z.boolean()),
  leader: z.nullable(hexId),
  ports_data: z.nullable(portDataMap),
  created_at: timestamp,
});
export type ExecutionEvent = z.output<typeof executionEvent>;

export const executionEventFilters = z.object({
  event_type: z.optional(openEnumParam(executionEventTypes)),
  ...paging,
});

export const submissionFailure = record({
  id: integer,
  tx_digest: z.string(),
  vertex_name: z.string(),
  vertex_iteration: z.nullable(int64),
  walk_index: int64,
  /** The primary leader's cap id in address form; the winner is a wallet address. */
  failed_leader: hexId,
  winning_leader: z.nullable(hexId),
  err_eval_hash: z.string(),
  reason: z.string(),
  created_at: timestamp,
});
export type SubmissionFailure = z.output<typeof submissionFailure>;

/** Nothing writes gas events in this release; the listing has no new rows. */
export const gasEvent = record({
  id: integer,
  kind: z.string(),
  tool_fqn: z.string(),
  tx_digest: z.string(),
  vertex_name: z.string(),
  vertex_iteration: z.nullable(int64),
  available_funds: z.nullable(int64),
  required_tool_fee: z.nullable(int64),
  was_locked: z.nullable(z.boolean()),
  was_refunded: z.nullable(z.boolean()),
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
  vertex_name: z.nullable(z.string()),
  vertex_iteration: z.nullable(int64),
  out_of: z.nullable(int64),
  variant: z.nullable(z.string()),
  started_at: z.nullable(timestamp),
  updated_at: timestamp,
});
export type Walk = z.output<typeof walk>;
