// Scheduled tasks (spec 2.7), and their occurrences and reserve (decisions.md; beyond the specification).
import * as z from 'zod';
import { int64 } from './int64';
import { createdBetween, idParam, integerParam, openEnumParam, paging } from './query-params';
import { executionStatuses } from './executions';
import { openEnum, record, rowTimes, timestamp } from './record';

export const taskStatuses = ['active', 'paused', 'cancelled', 'rejected', 'finalized'] as const;
export const controllerKinds = ['address', 'agent'] as const;

export const task = record({
  object_id: z.string(),
  status: openEnum(taskStatuses),
  controller_kind: openEnum(controllerKinds),
  controller_address: z.string().nullable(),
  controller_agent_id: z.string().nullable(),
  agent_object_id: z.string().nullable(),
  skill_id: int64.nullable(),
  ...rowTimes,
});
export type Task = z.output<typeof task>;

/** `controller` matches an owning address or an owning agent. The former `owner` is not a parameter any more. */
export const taskFilters = z.object({
  status: openEnumParam(taskStatuses).optional(),
  controller: idParam.optional(),
  agent_object_id: idParam.optional(),
  skill_id: integerParam.optional(),
  ...createdBetween,
  ...paging,
});

export const taskExecutionFilters = z.object({
  status: openEnumParam(executionStatuses).optional(),
  ...paging,
});

export const occurrence = record({
  occurrence_id: int64,
  source: z.unknown(),
  state: z.string(),
  reason: z.string().nullable(),
  execution_object_id: z.string().nullable(),
  start_at: timestamp.nullable(),
  deadline_at: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type Occurrence = z.output<typeof occurrence>;

/** The prepaid reserve a task pays its occurrences from. */
export const reserve = record({
  task_object_id: z.string(),
  balance_mist: int64.nullable(),
  funder: z.string().nullable(),
  updated_at: timestamp,
});
export type Reserve = z.output<typeof reserve>;
