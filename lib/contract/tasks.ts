// Scheduled tasks (spec 2.7), their occurrences and reserve (spec 10.1).
import * as z from 'zod/mini';
import { hexId, int64, openEnum, record, rowTimes, timestamp, unspecified } from './record';
import {
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
export const occurrenceResults = ['succeeded', 'failed', 'missed', 'withdrawn'] as const;
export const controllerKinds = ['address', 'agent'] as const;

export const task = record({
  object_id: hexId,
  status: openEnum(taskStatuses),
  controller_kind: openEnum(controllerKinds),
  controller_address: z.nullable(hexId),
  controller_agent_id: z.nullable(hexId),
  agent_object_id: z.nullable(hexId),
  skill_id: z.nullable(int64),
  /** Beyond the specification, like the three after it. */
  skill_description: unspecified(z.string()),
  /** When its next scheduled occurrence starts; null when none is scheduled. */
  next_due_at: unspecified(timestamp),
  /** How the occurrence that ended last went; null before the first end. */
  last_result: unspecified(openEnum(occurrenceResults)),
  missed_occurrences: unspecified(int64),
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
  /** Of the next occurrence, both inclusive; these three are not in the specification. */
  due_after: z.optional(timeParam),
  due_before: z.optional(timeParam),
  last_result: z.optional(openEnumParam(occurrenceResults)),
  order_by: z.optional(
    orderParam([
      'object_id',
      'status',
      'next_due_at',
      'last_result',
      'missed_occurrences',
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
  funder: z.nullable(hexId),
  updated_at: timestamp,
});
export type Reserve = z.output<typeof reserve>;
