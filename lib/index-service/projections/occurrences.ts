// Occurrences of a task (spec 10.1, 11.5). An advertisement only refreshes the start time (spec 6.3).
import { timeOfMs } from './event-time';
import { objectProjection } from './projection';
import { snakeCase } from '@/lib/contract/tagged';

export const occurrences = objectProjection({
  table: 'occurrences',
  columns: {
    task_object_id: 'text',
    occurrence_id: 'whole',
    source: 'json?',
    state: 'text',
    reason: 'text?',
    execution_object_id: 'text?',
    start_at: 'time?',
    deadline_at: 'time?',
  },
  initial: { state: 'scheduled' },
  indexes: ['task_object_id, first_entry_id'],
  kinds: [
    'OccurrenceScheduledEvent',
    'OccurrenceAdvertisedEvent',
    'OccurrenceDispatchedEvent',
    'OccurrenceMissedEvent',
    'OccurrenceWithdrawnEvent',
    'OccurrenceSettledEvent',
  ],
  keysOf: (event) => [`${event.payload.task_id}/${event.payload.occurrence_id}`],
  evolve(row, event, isNew) {
    const { task_id: task_object_id, occurrence_id } = event.payload;
    const known = { ...row, task_object_id, occurrence_id };
    switch (event.kind) {
      case 'OccurrenceScheduledEvent':
        return {
          ...known,
          source: event.payload.source,
          start_at: timeOfMs(event.payload.start_time_ms),
          deadline_at: event.payload.deadline_ms === null ? null : timeOfMs(event.payload.deadline_ms),
        };
      case 'OccurrenceAdvertisedEvent':
        return isNew ? undefined : { ...row, start_at: timeOfMs(event.payload.effective_start_time_ms) };
      case 'OccurrenceDispatchedEvent':
        return { ...known, state: 'dispatched', execution_object_id: event.payload.execution_id };
      case 'OccurrenceMissedEvent':
        return { ...known, state: 'missed' };
      case 'OccurrenceWithdrawnEvent':
        return { ...known, state: 'withdrawn', reason: snakeCase(event.payload.reason.variant) };
      case 'OccurrenceSettledEvent':
        return {
          ...known,
          state: 'settled',
          reason: event.payload.succeeded ? null : 'failed',
          execution_object_id: event.payload.execution_id,
        };
    }
  },
});
