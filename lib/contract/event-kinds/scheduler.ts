// Event kinds: tasks and occurrences (spec 6.3, 11.5).
import * as z from 'zod/mini';
import { objectId } from '@/lib/contract/ids';
import { u64 } from '@/lib/contract/int64';
import { kind } from './kind';
import { controller, flag, occurrenceSource, rejectionReason, withdrawalReason } from './payload-fields';

export const schedulerKinds = {
  TaskCreatedEvent: kind({ task_id: objectId, controller, agent_id: objectId, skill_id: u64 }),
  TaskPausedEvent: kind({ task_id: objectId }),
  TaskResumedEvent: kind({ task_id: objectId }),
  TaskCanceledEvent: kind({ task_id: objectId }),
  TaskRejectedEvent: kind({ task_id: objectId, reason: rejectionReason }),
  TaskClosedEvent: kind({ task_id: objectId }),
  OccurrenceScheduledEvent: kind({
    task_id: objectId,
    occurrence_id: u64,
    start_time_ms: u64,
    deadline_ms: z._default(z.nullable(u64), null),
    priority_fee_percentage: u64,
    source: occurrenceSource,
  }),
  OccurrenceAdvertisedEvent: kind(
    {
      task_id: objectId,
      occurrence_id: u64,
      effective_start_time_ms: u64,
      deadline_ms: z._default(z.nullable(u64), null),
      priority_fee_percentage: u64,
    },
    { distributed: true },
  ),
  OccurrenceWithdrawnEvent: kind({
    task_id: objectId,
    occurrence_id: u64,
    reason: withdrawalReason,
  }),
  OccurrenceMissedEvent: kind({ task_id: objectId, occurrence_id: u64, missed_at_ms: u64 }),
  OccurrenceDispatchedEvent: kind({
    task_id: objectId,
    occurrence_id: u64,
    execution_id: objectId,
    dispatched_at_ms: u64,
  }),
  OccurrenceSettledEvent: kind({
    task_id: objectId,
    occurrence_id: u64,
    execution_id: objectId,
    succeeded: flag,
  }),
};
