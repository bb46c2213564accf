'use client';
import { NewestEvent } from '@/components/record/newest-event';
import { Maybe } from '@/components/values/maybe';
import { Time } from '@/components/values/time';
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';
import type { Occurrence } from '@/lib/contract/tasks';
import { chainTime, formatDuration } from '@/lib/view/time';
import { taskEventsQuery } from './task-queries';

/** When an occurrence was handed to a leader, and how long after its start: its row does not tell, its event does. */
export function Dispatched({
  task_object_id,
  occurrence,
}: {
  task_object_id: string;
  occurrence: Occurrence;
}) {
  const { occurrence_id, state, start_at } = occurrence;
  if (state !== 'dispatched' && state !== 'settled')
    return <Maybe value={null} reason="not applicable: it was not dispatched" />;
  return (
    <NewestEvent
      among={taskEventsQuery(task_object_id)}
      pick={(events) =>
        events.find(
          ({ kind, payload }) =>
            kind === 'OccurrenceDispatchedEvent' &&
            decodePayload(kind, payload)?.['occurrence_id'] === occurrence_id,
        )
      }
      otherwise="none of the events that were looked through tells of it"
    >
      {({ kind, payload }) => {
        const at = chainTime(decodePayload(kind, payload)?.['dispatched_at_ms']);
        if (at === null) return <Maybe value={null} reason="its event tells no moment that can be read" />;
        const late = start_at === null ? null : Date.parse(at) - Date.parse(start_at);
        return (
          <span className="inline-flex flex-wrap gap-x-2">
            <Time at={at} clock="on chain" className="text-2" />
            {late !== null && (
              <span className={late > 0 ? 'text-3' : 'text-ok'}>
                {late > 0 ? `${formatDuration(late)} late` : 'in time'}
              </span>
            )}
          </span>
        );
      }}
    </NewestEvent>
  );
}
