// GET /stats/executions (spec 10.5): counts, durations and cost of the executions created on chain within a window.
// Durations are milliseconds, amounts MIST. Beyond the specification.
import * as z from 'zod/mini';
import { executionStatuses } from './executions';
import { enumParam, idParam, integerParam, openEnumParam, textParam, timeParam } from './query-params';
import { int64, openEnum, record, timestamp } from './record';

export const statsBuckets = ['none', 'hour', 'day', 'week'] as const;
export const executionGroupings = [
  'none',
  'status',
  'dag',
  'agent',
  'skill',
  'failure_class',
  'failure_reason',
  'failed_tool',
] as const;

/** Groups beyond this many are left out, the smallest first. */
export const MOST_GROUPS = 1_000;

export const executionGroup = record({
  /** Start of the bucket in UTC; null without buckets. */
  bucket_start: z.nullable(timestamp),
  /** A status, an id, `agent/skill`, a class, a reason or a tool; null without grouping, or where the execution has none. */
  group: z.nullable(z.string()),
  count: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  aborted: z.int(),
  /** Executions whose duration is known; the three figures are of these, null when there are none. */
  timed: z.int(),
  duration_p50_ms: z.nullable(int64),
  duration_p95_ms: z.nullable(int64),
  duration_max_ms: z.nullable(int64),
  /** Executions whose cost is known; the sums are of these. */
  priced: z.int(),
  gas_mist: int64,
  tool_cost_mist: int64,
  priority_fee_mist: int64,
});
export type ExecutionGroup = z.output<typeof executionGroup>;

export const executionStats = record({
  from: z.nullable(timestamp),
  to: z.nullable(timestamp),
  bucket: openEnum(statsBuckets),
  group_by: openEnum(executionGroupings),
  /** Executions that match the filters and have no on-chain time: they are in no window. */
  undated: z.int(),
  /** Groups that were left out. */
  left_out: z.int(),
  groups: z.array(executionGroup),
});
export type ExecutionStats = z.output<typeof executionStats>;

export const executionStatsFilters = z.object({
  /** On-chain time, inclusive. */
  from: z.optional(timeParam),
  /** On-chain time, exclusive. */
  to: z.optional(timeParam),
  bucket: z._default(enumParam(statsBuckets), 'none'),
  group_by: z._default(enumParam(executionGroupings), 'none'),
  status: z.optional(openEnumParam(executionStatuses)),
  dag_object_id: z.optional(idParam),
  agent_object_id: z.optional(idParam),
  skill_id: z.optional(integerParam),
  task_object_id: z.optional(idParam),
  invoker: z.optional(idParam),
  failed_vertex: z.optional(textParam),
  failed_tool_fqn: z.optional(textParam),
});
