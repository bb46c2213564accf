// Scheduled tasks (spec 2.7), their occurrences and reserve (spec 10.1).
import * as z from 'zod/mini';
import { hexId, int64, openEnum, record, rowTimes, timestamp, unspecified } from './record';
import {
  booleanParam,
  countParam,
  createdBetween,
  idParam,
  integerParam,
  openEnumParam,
  openEnumsParam,
  orderParam,
  paging,
  timeParam,
} from './query-params';
import { executionStatuses } from './executions';

export const taskStatuses = ['active', 'paused', 'cancelled', 'rejected', 'finalized'] as const;
export const occurrenceResults = ['succeeded', 'failed', 'aborted', 'missed', 'withdrawn'] as const;
export const controllerKinds = ['address', 'agent'] as const;

export const task = record({
  object_id: hexId,
  status: openEnum(taskStatuses),
  controller_kind: openEnum(controllerKinds),
  controller_address: z.nullable(hexId),
  controller_agent_id: z.nullable(hexId),
  agent_object_id: z.nullable(hexId),
  skill_id: z.nullable(int64),
  /** Beyond the specification, like those after it. */
  skill_description: unspecified(z.string()),
  /** True once a recurring occurrence was scheduled. */
  recurring: unspecified(z.boolean()),
  /** Mean time between the starts of its last recurring occurrences. */
  interval_ms: unspecified(int64),
  /** When its next scheduled occurrence starts; null when none is scheduled, or the task is not active. */
  next_due_at: unspecified(timestamp),
  /** Results of the last ten occurrences that were dispatched, missed or withdrawn, newest last. */
  last_results: unspecified(z.array(openEnum([...occurrenceResults, 'running']))),
  /** How the occurrence that ended last went; null before the first end. */
  last_result: unspecified(openEnum(occurrenceResults)),
  missed_occurrences: unspecified(int64),
  /** The most that were missed one after another. */
  missed_in_a_row: unspecified(int64),
  /** Occurrences that were dispatched, missed or withdrawn. */
  past_occurrences: unspecified(int64),
  reserve_mist: unspecified(int64),
  /** Runs that the reserve covers at the budget of the last run. */
  runs_left: unspecified(int64),
  ...rowTimes,
});
export type Task = z.output<typeof task>;

/** `controller` matches an owning address or an owning agent. The former `owner` is not a parameter any more. */
export const taskFilters = z.object({
  status: z.optional(openEnumParam(taskStatuses)),
  controller: z.optional(idParam),
  agent_object_id: z.optional(idParam),
  skill_id: z.optional(integerParam),
  ...createdBetween,
  /** Recurring, or with a next start. Not in the specification, like those after it. */
  scheduled: z.optional(booleanParam),
  /** Of the next occurrence, both inclusive. */
  due_after: z.optional(timeParam),
  due_before: z.optional(timeParam),
  last_result: z.optional(openEnumParam(occurrenceResults)),
  /** Any of the last ten results is `failed` or `aborted`. */
  failed_recently: z.optional(booleanParam),
  min_runs_left: z.optional(countParam),
  max_runs_left: z.optional(countParam),
  min_missed_in_a_row: z.optional(countParam),
  max_missed_in_a_row: z.optional(countParam),
  order_by: z.optional(
    orderParam([
      'object_id',
      'status',
      'next_due_at',
      'last_result',
      'interval_ms',
      'runs_left',
      'reserve_mist',
      'missed_occurrences',
      'missed_in_a_row',
      'controller_kind',
      'agent_object_id',
      'skill_id',
      'updated_at',
    ]),
  ),
  ...paging,
});

export const taskExecutionFilters = z.object({
  status: z.optional(openEnumsParam(executionStatuses)),
  ...paging,
});

export const occurrence = record({
  occurrence_id: int64,
  source: z.unknown(),
  state: z.string(),
  reason: z.nullable(z.string()),
  execution_object_id: z.nullable(hexId),
  start_at: z.nullable(timestamp),
  deadline_at: z.nullable(timestamp),
  created_at: timestamp,
  updated_at: timestamp,
});
export type Occurrence = z.output<typeof occurrence>;

/** The prepaid reserve a task pays its occurrences from. */
export const reserve = record({
  task_object_id: hexId,
  balance_mist: z.nullable(int64),
  /** The wallet; null where an agent funds it. */
  funder: z.nullable(hexId),
  /** Beyond the specification. */
  funder_agent_id: unspecified(hexId),
  updated_at: timestamp,
});
export type Reserve = z.output<typeof reserve>;
