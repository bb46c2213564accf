// Statistics (spec 10.5): counts, durations, cost and failures by window, bucket and group. Beyond the specification.
// Durations are milliseconds, amounts MIST. What is not known is counted apart, never as zero.
import * as z from 'zod/mini';
import { families, type Family } from './event-kinds/catalogue';
import { kindsParam } from './events';
import { executionStatuses, failureClasses } from './executions';
import {
  enumParam,
  idParam,
  integerParam,
  openEnumParam,
  openEnumsParam,
  textParam,
  timeParam,
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
  count: integer,
};

/** How many rows the lists have, whole and by state. */
export const totals = record({
  counts: z.array(
    record({
      /** The list's path and filters, as `/tasks?status=active`. */
      request: z.string(),
      count: integer,
    }),
  ),
});

/** Of groups that may be skills: the description. */
const ofSkills = { title: unspecified(z.string()) };

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

/** The window, how it was divided, and its groups. */
function statsOf<Groupings extends readonly string[], Group extends z.ZodMiniType>(
  groupings: Groupings,
  group: Group,
) {
  return record({
    from: z.nullable(timestamp),
    to: z.nullable(timestamp),
    bucket: openEnum(statsBuckets),
    group_by: openEnum(groupings),
    /** What matches the filters and has no on-chain time: it is in no window. */
    undated: integer,
    /** Dropped groups. */
    left_out: integer,
    groups: z.array(group),
  });
}

/** On-chain time, `from` inclusive and `to` exclusive. */
function windowBy<const Groupings extends readonly [string, ...string[]]>(groupings: Groupings) {
  return {
    from: z.optional(timeParam),
    to: z.optional(timeParam),
    bucket: z._default(enumParam(statsBuckets), 'none'),
    group_by: z._default(enumParam(groupings), 'none'),
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
/** The failure that caused an execution to fail. */
const ofTheCause = {
  failure_class: z.optional(openEnumParam(failureClasses)),
  failure_reason: z.optional(textParam),
  failed_vertex: z.optional(textParam),
  failed_tool_fqn: z.optional(textParam),
};
const ofVertices = { vertex_name: z.optional(textParam), tool_fqn: z.optional(textParam) };

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
export const executionGroup = record({
  ...ofGroup,
  ...ofSkills,
  succeeded: integer,
  failed: integer,
  aborted: integer,
  ...ofDurations,
  ...ofCost,
});
export type ExecutionGroup = z.output<typeof executionGroup>;
export const executionStats = statsOf(executionGroupings, executionGroup);
export type ExecutionStats = z.output<typeof executionStats>;
export const executionStatsFilters = z.object({
  ...windowBy(executionGroupings),
  ...ofExecutions,
  ...ofTheCause,
});

/** Visits of vertices: from the request of a walk to the event with which the walk leaves the vertex or ends there. */
export const vertexGroupings = ['none', 'vertex', 'tool', 'dag'] as const;
export const vertexGroup = record({
  ...ofGroup,
  succeeded: integer,
  failed: integer,
  cancelled: integer,
  ...ofDurations,
});
export type VertexGroup = z.output<typeof vertexGroup>;
export const vertexStats = statsOf(vertexGroupings, vertexGroup);
export const vertexStatsFilters = z.object({
  ...windowBy(vertexGroupings),
  ...ofExecutions,
  ...ofTheCause,
  ...ofVertices,
});

/** Failed visits of vertices, with what each of them ended. */
export const failureGroupings = [
  'none',
  'vertex',
  'tool',
  'dag',
  'agent',
  'skill',
  'failure_class',
  'failure_reason',
] as const;
export const failureGroup = record({
  ...ofGroup,
  ...ofSkills,
  /** The executions they occurred in. */
  executions: integer,
  /** Those that caused their execution to fail; every failed execution has one at most. */
  causes: integer,
  aborted_execution: integer,
  failed_walk: integer,
  /** The walk continued. */
  recovered: integer,
});
export type FailureGroup = z.output<typeof failureGroup>;
export const failureStats = statsOf(failureGroupings, failureGroup);
export const failureStatsFilters = z.object({
  ...windowBy(failureGroupings),
  ...ofExecutions,
  ...ofVertices,
  failure_class: z.optional(openEnumParam(failureClasses)),
  failure_reason: z.optional(textParam),
});

export const costGroupings = ['none', 'status', 'dag', 'agent', 'skill', 'task', 'invoker'] as const;
export const costGroup = record({
  ...ofGroup,
  ...ofSkills,
  ...ofCost,
  /** Gas, tools and priority fee together; the mean is rounded to a MIST. */
  total_mist: int64,
  mean_mist: z.nullable(int64),
  cost_p50_mist: z.nullable(int64),
  cost_p95_mist: z.nullable(int64),
  cost_max_mist: z.nullable(int64),
});
export type CostGroup = z.output<typeof costGroup>;
export const costStats = statsOf(costGroupings, costGroup);
export const costStatsFilters = z.object({ ...windowBy(costGroupings), ...ofExecutions, ...ofTheCause });

/** Events of the history, by event time. */
export const eventGroupings = ['none', 'family', 'kind'] as const;
export const eventStats = statsOf(eventGroupings, record(ofGroup));
export const eventStatsFilters = z.object({
  ...windowBy(eventGroupings),
  kinds: z.optional(kindsParam),
  // The names are the keys of a constant that is never empty.
  family: z.optional(enumParam(Object.keys(families) as [Family, ...Family[]])),
  sender: z.optional(idParam),
});

/** What leaders did, by the time of each event. Leaders that events name by their wallet are counted under their cap. */
export const leaderGroupings = ['none', 'leader'] as const;
export const leaderGroup = record({
  ...ofGroup,
  /** Results it committed. */
  commits: integer,
  /** Turns it did not submit in time. */
  missed_turns: integer,
  /** Of its missed turns, those in which another leader submitted. */
  lost_races: integer,
  /** Turns of others that it took over. */
  won_races: integer,
  /** Deposited for it, and paid out to it. */
  priority_fee_mist: int64,
  withdrawn_us: int64,
  /** Why it missed turns, the most frequent first, 10 at most. */
  reasons: z.array(record({ reason: z.string(), count: integer })),
});
export type LeaderGroup = z.output<typeof leaderGroup>;
export const leaderStats = statsOf(leaderGroupings, leaderGroup);
export const leaderStatsFilters = z.object({
  ...windowBy(leaderGroupings),
  leader_cap_id: z.optional(idParam),
});
