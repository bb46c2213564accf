'use client';
import { NewestEvent } from '@/components/record/event-search';
import { Maybe } from '@/components/values/maybe';
import { Time } from '@/components/values/time';
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';
import type { Occurrence } from '@/lib/contract/tasks';
import { chainTime, formatDuration } from '@/lib/view/time';
import { taskEventsQuery } from './task-queries';

/** When an occurrence was dispatched and how late, taken from its event. */
export function Dispatched({
  task_object_id,
  occurrence,
}: {
  task_object_id: string;
  occurrence: Occurrence;
}) {
  const { occurrence_id, state, start_at } = occurrence;
  if (state !== 'dispatched' && state !== 'settled')
    return <Maybe value={null} reason="not applicable: not dispatched" />;
  return (
    <NewestEvent
      search={taskEventsQuery(task_object_id)}
      pick={(events) =>
        events.find(
          ({ kind, payload }) =>
            kind === 'OccurrenceDispatchedEvent' &&
            decodePayload(kind, payload)?.['occurrence_id'] === occurrence_id,
        )
      }
      otherwise="its event is not among the newest events"
    >
      {({ kind, payload }) => {
        const at = chainTime(decodePayload(kind, payload)?.['dispatched_at_ms']);
        if (at === null) return <Maybe value={null} reason="its event has no valid time" />;
        const late = start_at === null ? null : Date.parse(at) - Date.parse(start_at);
        return (
          <span className="inline-flex flex-wrap gap-x-2">
            <Time at={at} clock="on chain" className="text-2" />
            {late !== null && (
              <span className={late > 0 ? 'text-3' : 'text-ok'}>
                {late > 0 ? `${formatDuration(late)} late` : 'on time'}
              </span>
            )}
          </span>
        );
      }}
    </NewestEvent>
  );
}
