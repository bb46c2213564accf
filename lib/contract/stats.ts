// Statistics (spec 10.5): counts, durations, cost and failures by window, bucket and group. Beyond the specification.
// Durations are milliseconds, amounts MIST. What is not known is counted apart, never as zero.
import * as z from 'zod/mini';
import { families, type Family } from './event-kinds/catalogue';
import { kindsParam } from './events';
import { executionStatuses, failureClasses } from './executions';
import { paymentSources, paymentStates } from './payments';
import {
  amountParam,
  booleanParam,
  countParam,
  durationParam,
  enumParam,
  groupByParam,
  idParam,
  integerParam,
  limitParam,
  nameParam,
  openEnumParam,
  openEnumsParam,
  orderParam,
  timeParam,
  wordsParam,
} from './query-params';
import { int64, integer, openEnum, record, timestamp, unspecified } from './record';

export const statsBuckets = ['none', 'minute', 'hour', 'day', 'week'] as const;

/** Groups beyond this many are dropped, the smallest first. */
export const MOST_GROUPS = 1_000;

const ofGroup = {
  /** Start of the bucket in UTC; null without buckets. */
  bucket_start: z.nullable(timestamp),
  /** A status, an id, `agent/skill`, `dag/vertex`, a class, a reason or a tool; null without grouping, or where there is none. */
  group: z.nullable(z.string()),
  /** The value of the second grouping, like `group`. */
  subgroup: unspecified(z.string()),
  /** What an agent, a skill, a DAG or a task does. */
  title: unspecified(z.string()),
  subtitle: unspecified(z.string()),
};

/** Scheduled tasks that need attention: each is the total of `/tasks?scheduled=true` with the filter in the comment. */
export const taskStats = record({
  scheduled: integer,
  /** `scheduled=false` alone. */
  single: integer,
  /** `due_before`; null without it. */
  overdue: z.nullable(integer),
  /** `status=active&max_runs_left=2` */
  low_on_reserve: integer,
  /** `failed_recently=true` */
  failed_recently: integer,
  /** `status=paused` */
  paused: integer,
});
export const taskStatsFilters = z.object({ due_before: z.optional(timeParam) });
/** A reserve that covers this many runs or fewer is low. */
export const LOW_ON_RUNS = 2;

const ofDurations = {
  /** Those whose duration is known; the figures are of these, null when there are none. */
  timed: integer,
  duration_p50_ms: z.nullable(int64),
  duration_p95_ms: z.nullable(int64),
  duration_max_ms: z.nullable(int64),
  /** Rounded to a millisecond. */
  duration_mean_ms: unspecified(int64),
};

const ofCost = {
  /** Executions whose cost is known; the sums are of these. */
  priced: integer,
  gas_mist: int64,
  tool_cost_mist: int64,
  priority_fee_mist: int64,
};

/** The window, how it was divided, and the figures of its groups. */
function statsOf<Figures extends Record<string, z.ZodMiniType>>(figures: Figures) {
  const group = record({ ...ofGroup, ...figures });
  return record({
    from: z.nullable(timestamp),
    to: z.nullable(timestamp),
    bucket: openEnum(statsBuckets),
    /** `agent` or `agent,status`; `none` without grouping. */
    group_by: z.string(),
    /** What matches the filters and has no on-chain time: it is in no window. */
    undated: integer,
    /** Dropped groups. */
    left_out: integer,
    groups: z.array(group),
    /** All of them as one group, the dropped ones included; null when nothing matches, or unless requested. */
    total: unspecified(group),
  });
}

/** On-chain time, `from` inclusive and `to` exclusive, and what the groups are, in which order and how many. */
function windowBy<const Groupings extends readonly string[], const Orders extends readonly string[]>(
  groupings: Groupings,
  orders: Orders,
) {
  return {
    from: z.optional(timeParam),
    to: z.optional(timeParam),
    bucket: z._default(enumParam(statsBuckets), 'none'),
    group_by: z.optional(groupByParam(groupings)),
    order_by: z.optional(orderParam(orders)),
    limit: z.optional(limitParam(MOST_GROUPS)),
    total: z.optional(booleanParam),
  };
}

/** Of executions, which are in the window they were created in. */
const ofExecutions = {
  status: z.optional(openEnumsParam(executionStatuses)),
  dag_object_id: z.optional(idParam),
  agent_object_id: z.optional(idParam),
  skill_id: z.optional(integerParam),
  task_object_id: z.optional(idParam),
  invoker: z.optional(idParam),
};
/** The other filters of their list. */
const asListed = {
  interface_revision: z.optional(integerParam),
  tool_fqn: z.optional(nameParam),
  funder: z.optional(idParam),
  leader_cap_id: z.optional(idParam),
  min_duration_ms: z.optional(durationParam),
  max_duration_ms: z.optional(durationParam),
  min_cost_mist: z.optional(amountParam),
  max_cost_mist: z.optional(amountParam),
  min_loop_iterations: z.optional(countParam),
  max_loop_iterations: z.optional(countParam),
  stuck: z.optional(booleanParam),
  over_budget: z.optional(booleanParam),
};
/** The failure that caused an execution to fail. */
const ofTheCause = {
  failure_class: z.optional(openEnumParam(failureClasses)),
  failure_reason: z.optional(nameParam),
  failed_vertex: z.optional(nameParam),
  failed_tool_fqn: z.optional(nameParam),
};
const ofVertices = { vertex_name: z.optional(nameParam), tool_fqn: z.optional(nameParam) };

/** Of costs, too. */
const executionGroupings = [
  'none',
  'status',
  'dag',
  'agent',
  'skill',
  'revision',
  'task',
  'invoker',
  'funder',
  'tool',
  'leader',
  'failure_class',
  'failure_reason',
  'failed_vertex',
  'failed_tool',
  'weekday',
  'hour_of_day',
] as const;
/** Figures that take sorting: `figures` selects which are computed, by default the first three. */
export const sortedFigures = [
  'duration_p50_ms',
  'duration_p95_ms',
  'duration_max_ms',
  'agents',
  'dags',
  'invokers',
  'funders',
  'tools',
] as const;
export const executionStats = statsOf({
  count: integer,
  succeeded: integer,
  failed: integer,
  aborted: integer,
  ...ofDurations,
  ...ofCost,
  /** Executions with a loop that records its iterations, and the sum of those. */
  looped: unspecified(integer),
  loop_iterations: unspecified(int64),
  /** Of the execution with most. */
  loop_iterations_max: unspecified(int64),
  /** Different ones; null unless requested. */
  agents: unspecified(integer),
  dags: unspecified(integer),
  invokers: unspecified(integer),
  funders: unspecified(integer),
  /** Of their DAGs. */
  tools: unspecified(integer),
});
export type ExecutionStats = z.output<typeof executionStats>;
export type ExecutionGroup = ExecutionStats['groups'][number];
export const executionStatsFilters = z.object({
  ...windowBy(executionGroupings, [
    'count',
    'failures',
    'failure_rate',
    'success_rate',
    'duration_p50_ms',
    'duration_p95_ms',
    'duration_max_ms',
    'duration_mean_ms',
    'agents',
    'dags',
    'invokers',
    'funders',
    'tools',
    'loop_iterations',
    'loop_iterations_max',
  ]),
  figures: z.optional(wordsParam(sortedFigures)),
  ...ofExecutions,
  ...ofTheCause,
  ...asListed,
});

/** Visits of vertices: from the request of a walk to the event with which the walk leaves the vertex or ends there. */
const vertexGroupings = ['none', 'vertex', 'tool', 'leader', 'dag', 'agent', 'skill'] as const;
export const vertexStats = statsOf({
  count: integer,
  succeeded: integer,
  failed: integer,
  cancelled: integer,
  ...ofDurations,
});
export type VertexGroup = z.output<typeof vertexStats>['groups'][number];
export const vertexStatsFilters = z.object({
  ...windowBy(vertexGroupings, [
    'count',
    'failed',
    'cancelled',
    'failure_rate',
    'duration_p50_ms',
    'duration_p95_ms',
    'duration_max_ms',
    'duration_mean_ms',
  ]),
  ...ofExecutions,
  ...ofTheCause,
  ...ofVertices,
  /** The leader that committed the result. */
  leader_cap_id: z.optional(idParam),
});

/** Failed visits of vertices, with what each of them ended. */
const failureGroupings = [
  'none',
  'vertex',
  'tool',
  'dag',
  'agent',
  'skill',
  'failure_class',
  'failure_reason',
] as const;
export const failureStats = statsOf({
  count: integer,
  /** The executions they occurred in. */
  executions: integer,
  /** Those that caused their execution to fail; every failed execution has one at most. */
  causes: integer,
  aborted_execution: integer,
  failed_walk: integer,
  /** The walk continued. */
  recovered: integer,
});
export type FailureGroup = z.output<typeof failureStats>['groups'][number];
export const failureStatsFilters = z.object({
  ...windowBy(failureGroupings, ['count', 'executions', 'causes', 'recovered', 'recovered_rate']),
  ...ofExecutions,
  ...ofVertices,
  failure_class: z.optional(openEnumParam(failureClasses)),
  failure_reason: z.optional(nameParam),
});

/** Cost figures that take sorting: `figures` selects which are computed, by default all. */
export const sortedCosts = ['cost_p50_mist', 'cost_p95_mist', 'cost_max_mist'] as const;
export const costStats = statsOf({
  count: integer,
  ...ofCost,
  /** Gas, tools and priority fee together; the mean is rounded to a MIST. */
  total_mist: int64,
  mean_mist: z.nullable(int64),
  cost_p50_mist: z.nullable(int64),
  cost_p95_mist: z.nullable(int64),
  cost_max_mist: z.nullable(int64),
});
export type CostGroup = z.output<typeof costStats>['groups'][number];
export const costStatsFilters = z.object({
  figures: z.optional(wordsParam(sortedCosts)),
  ...windowBy(executionGroupings, [
    'count',
    'total_mist',
    'mean_mist',
    'gas_mist',
    'tool_cost_mist',
    'priority_fee_mist',
    'gas_share',
    ...sortedCosts,
  ]),
  ...ofExecutions,
  ...ofTheCause,
  ...asListed,
});

/** Payments of executions, by the on-chain time of their creation. */
const paymentGroupings = [
  'none',
  'state',
  'source',
  'funder',
  'agent',
  'skill',
  'dag',
  'task',
  'refund_reason',
] as const;
export const paymentStats = statsOf({
  count: integer,
  pending: integer,
  accomplished: integer,
  refunded: integer,
  /** Refills of them, and how many were refilled. */
  refills: integer,
  refilled: integer,
  /** The sum of the refills, which raise the budget. */
  refilled_mist: unspecified(int64),
  /** In the unit of the payments' field. */
  consumed_total: int64,
  max_budget_mist: int64,
  /** What the executions of known cost cost, and the budgets of those; null unless requested. */
  cost_mist: unspecified(int64),
  priced_budget_mist: unspecified(int64),
});
export type PaymentGroup = z.output<typeof paymentStats>['groups'][number];
export const paymentStatsFilters = z.object({
  /** Those that are read from executions. */
  figures: z.optional(wordsParam(['cost_mist'])),
  ...windowBy(paymentGroupings, [
    'count',
    'refunded',
    'refund_rate',
    'refills',
    'refilled_mist',
    'consumed_total',
    'max_budget_mist',
    'budget_used',
  ]),
  final_state: z.optional(enumParam(paymentStates)),
  source_kind: z.optional(enumParam(paymentSources)),
  agent_object_id: z.optional(idParam),
  skill_id: z.optional(integerParam),
  funder: z.optional(idParam),
  dag_object_id: z.optional(idParam),
  task_object_id: z.optional(idParam),
  refund_reason: z.optional(nameParam),
  min_refills: z.optional(countParam),
  max_refills: z.optional(countParam),
});

/** Events of the history, by event time. */
const eventGroupings = ['none', 'family', 'kind', 'sender', 'task'] as const;
export const eventStats = statsOf({
  count: integer,
  /** From the on-chain time of an event until it was indexed; the mean is rounded to a millisecond. */
  lag_mean_ms: unspecified(int64),
  lag_max_ms: unspecified(int64),
  /** Missed occurrences among them. */
  missed: unspecified(integer),
});
export type EventGroup = z.output<typeof eventStats>['groups'][number];
export const eventStatsFilters = z.object({
  ...windowBy(eventGroupings, ['count', 'lag_mean_ms', 'lag_max_ms', 'missed_rate']),
  kinds: z.optional(kindsParam),
  // The names are the keys of a constant that is never empty.
  family: z.optional(enumParam(Object.keys(families) as [Family, ...Family[]])),
  sender: z.optional(idParam),
});

/** What leaders did, by the time of each event. Leaders that events name by their wallet are counted under their cap. */
const leaderGroupings = ['none', 'leader', 'reason', 'tool', 'staker'] as const;
export const leaderStats = statsOf({
  count: integer,
  /** Results it committed. */
  commits: integer,
  /** Turns it did not submit in time. */
  missed_turns: integer,
  /** Of its missed turns, those in which another leader submitted. */
  lost_races: integer,
  /** Turns of others that it took over. */
  won_races: integer,
  /** Deposits for it, their sum, and what was paid out to it. */
  deposits: unspecified(integer),
  priority_fee_mist: int64,
  withdrawn_us: int64,
  /** Stake that stakers deposited behind it and claimed back, and what its pool was slashed by. */
  stake_deposited_us: unspecified(int64),
  stake_withdrawn_us: unspecified(int64),
  slashed_us: unspecified(int64),
  /** Why it missed turns, the most frequent first, 10 at most. */
  reasons: z.array(record({ reason: z.string(), count: integer })),
});
export type LeaderGroup = z.output<typeof leaderStats>['groups'][number];
export const leaderStatsFilters = z.object({
  ...windowBy(leaderGroupings, [
    'count',
    'commits',
    'missed_turns',
    'missed_rate',
    'lost_races',
    'won_races',
    'deposits',
    'priority_fee_mist',
    'withdrawn_us',
    'stake_deposited_us',
    'stake_withdrawn_us',
    'stake_net_us',
    'slashed_us',
  ]),
  leader_cap_id: z.optional(idParam),
});
