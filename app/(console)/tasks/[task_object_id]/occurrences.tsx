'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ListingTable } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { NewestEvent } from '@/components/record/event-search';
import { StatusShape } from '@/components/ui/badge';
import { Maybe } from '@/components/values/maybe';
import { useNow } from '@/components/values/now';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';
import type { Occurrence } from '@/lib/contract/tasks';
import { statusTone, statusWords } from '@/lib/view/status';
import { absoluteTime, chainTime, formatDuration } from '@/lib/view/time';
import { counted } from '@/lib/view/amount';
import { resultOf, sourceWords, stateCounts, upcomingOf } from '@/lib/view/occurrences';
import { useZone } from '@/components/values/preferences';
import { occurrencesQuery, taskEventsQuery } from './task-queries';
import { Mono } from '@/components/ui/mono';
import { occurrenceReasons } from '@/lib/view/null-reasons/tasks';

interface DispatchedProps {
  task_object_id: string;
  occurrence: Occurrence;
}

/** When an occurrence was dispatched and how late, taken from its event. */
function Dispatched({ task_object_id, occurrence }: DispatchedProps) {
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
      otherwise="its event is not among the events searched"
    >
      {({ kind, payload }) => {
        const at = chainTime(decodePayload(kind, payload)?.['dispatched_at_ms']);
        if (at === null) return <Maybe value={null} reason="its event has no valid time" />;
        const late = start_at === null ? null : Date.parse(at) - Date.parse(start_at);
        return (
          <span className="inline-flex flex-wrap gap-x-2">
            <Time at={at} clock="on chain" className="text-2" />
            {late !== null && !Number.isNaN(late) && (
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

const column = columnsOf<Occurrence>('occurrence', occurrenceReasons);

const columnsFor = (task_object_id: string) => [
  column.value('occurrence_id', 'Occurrence', { numeric: true, bar: 'w-8' }, (id) => (
    <Mono>{String(id)}</Mono>
  )),
  column.row('state', 'Result', { bar: 'w-20', names: true }, (row) => <Status value={resultOf(row)} />),
  column.value('reason', 'Reason', { bar: 'w-32' }),
  column.row('source', 'Source', { bar: 'w-24', below: 'xl' }, (row) => (
    <Maybe value={sourceWords(row.source)} reason="not recorded, or in a form that is not known" />
  )),
  column.id('execution_object_id', 'Execution', 'execution'),
  column.time('start_at', 'Starts'),
  column.display('dispatched', 'Dispatched', { moment: true, bar: 'w-24', below: 'lg' }, (row) => (
    <Dispatched task_object_id={task_object_id} occurrence={row} />
  )),
  column.time('deadline_at', 'Deadline', { below: 'lg' }),
  column.updated({ extra: true }),
];

interface Mark {
  occurrence: Occurrence;
  at: number;
}

/** A task's newest occurrences on a time line; the table below has the details. */
function ScheduleStrip({ occurrences }: { occurrences: readonly Occurrence[] }) {
  const now = useNow();
  const zone = useZone();
  const marks = occurrences.flatMap((occurrence): Mark[] =>
    occurrence.start_at === null ? [] : [{ occurrence, at: Date.parse(occurrence.start_at) }],
  );
  if (marks.length < 2 || now === null) return null;
  const moments = [...marks.map(({ at }) => at), now];
  const first = Math.min(...moments);
  const span = Math.max(1, Math.max(...moments) - first);
  const left = (at: number) => `${((at - first) / span) * 100}%`;
  return (
    <figure className="mb-3 rounded-md border border-line bg-surface px-4 pt-2.5 pb-2" data-testid="schedule">
      <figcaption className="mb-2 text-2">
        {counted(marks.length, 'occurrence')} by start:{' '}
        {stateCounts(marks.map(({ occurrence }) => occurrence))}; {upcomingOf(occurrences, now)} upcoming
      </figcaption>
      <div aria-hidden className="relative h-6">
        <span className="absolute inset-x-0 top-1/2 h-px bg-line-strong" />
        <span
          className="absolute inset-y-0 w-px bg-accent"
          style={{ left: left(now) }}
          data-tip={`now, ${absoluteTime(now, zone)}`}
        />
        {marks.map(({ occurrence, at }) => (
          <span
            key={occurrence.occurrence_id.toString()}
            className="absolute top-1/2 -translate-x-1/2 -translate-y-1/2 rounded-full bg-surface p-0.5"
            style={{ left: left(at) }}
            data-tip={`occurrence ${occurrence.occurrence_id}: ${statusWords(resultOf(occurrence))}\n${absoluteTime(at, zone)}`}
          >
            <StatusShape tone={statusTone(resultOf(occurrence))} />
          </span>
        ))}
      </div>
      <div aria-hidden className="mt-1 flex flex-wrap justify-between gap-x-4 text-2xs text-3">
        <span>{absoluteTime(first, zone)}</span>
        <span>{absoluteTime(first + span, zone)}</span>
      </div>
    </figure>
  );
}

const NOUN = { singular: 'occurrence', plural: 'occurrences' };

export function Occurrences({ task_object_id }: { task_object_id: string }) {
  const columns = useMemo(() => columnsFor(task_object_id), [task_object_id]);
  const { data } = useQuery(occurrencesQuery(task_object_id));
  return (
    <>
      {data !== undefined && <ScheduleStrip occurrences={data.items} />}
      <ListingTable
        name="tasks.occurrences"
        params={{ task_object_id }}
        noun={NOUN}
        columns={columns}
        labels={{}}
        rowId={(row) => String(row.occurrence_id)}
        empty="Occurrences appear when the task is scheduled."
      />
    </>
  );
}
