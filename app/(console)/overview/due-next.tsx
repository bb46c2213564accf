'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { answeredAt } from '@/lib/client/answered-at';
import { SearchSummary } from '@/components/record/event-search';
import { Unloaded } from '@/components/shell/read-failure';
import { Panel } from '@/components/ui/panel';
import { TextLink } from '@/components/ui/plain-link';
import { RowsTable } from '@/components/values/table';
import { Age } from '@/components/values/age';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { useNow, useNowValue } from '@/components/values/now';
import { Term } from '@/components/values/term';
import { Time } from '@/components/values/time';
import { TitledId } from '@/components/values/titled-id';
import { isRefusedForGood } from '@/lib/client/api-error';
import type { Task } from '@/lib/contract/tasks';
import { counted, countedIfKnown, groupDigits } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { dueOccurrences, type DueOccurrence } from '@/lib/view/occurrences';
import { task, tasks } from '@/lib/view/paths';
import { RowsSkeleton } from './rows-skeleton';
import { gapIn, unreadEvents } from '@/lib/client/queries/events-about-query';
import { dueQuery, dueTasksQuery } from './overview-queries';
import { totalOf } from '@/lib/contract/record';

const SHOWN = 6;

function DueTime({ at }: { at: string | null }) {
  const isOverdue = useNowValue((now) => now !== null && at !== null && Date.parse(at) < now);
  return (
    <>
      {isOverdue && <span className="text-warn">overdue, </span>}
      <Time at={at} clock="on chain" className="text-2" />
    </>
  );
}

function OccurrencesTable({ occurrences }: { occurrences: readonly DueOccurrence[] }) {
  return (
    <RowsTable
      label="Due next"
      rows={occurrences.slice(0, SHOWN)}
      rowKey={({ task_id, occurrence_id }) => `${task_id} ${occurrence_id}`}
      columns={[
        { head: 'Task', cell: ({ task_id }) => <Id family="task" value={task_id} /> },
        {
          head: <Term>Occurrence</Term>,
          cell: ({ task_id, occurrence_id }) => (
            <TextLink translate="no" quiet className="mono" href={task(task_id, { tab: 'occurrences' })}>
              {occurrence_id.toString()}
            </TextLink>
          ),
        },
        {
          head: 'Due',
          numeric: true,
          cell: ({ start_at }) => <DueTime at={start_at} />,
        },
        {
          head: 'Deadline',
          numeric: true,
          headClass: 'hidden sm:table-cell',
          className: 'hidden text-2 sm:table-cell',
          cell: ({ deadline_at }) => (
            <Time at={deadline_at} clock="on chain" reason="not applicable: no deadline" />
          ),
        },
      ]}
    />
  );
}

/** Active tasks with their next occurrence, those due first; from scheduler events where the list of tasks doesn't say it. */
export function DueNext() {
  const query = useQuery(dueTasksQuery());
  const { data } = query;
  if (data === undefined && !isRefusedForGood(query.error))
    return (
      <Panel title="Due next">
        <Unloaded query={query} what="tasks due" waiting={<RowsSkeleton rows={SHOWN + 1} />} />
      </Panel>
    );
  const rows = data?.items ?? [];
  if (!rows.some(({ missed_occurrences }) => missed_occurrences !== null)) return <OccurrencesDue />;
  return <DueTasks rows={rows} active={data === undefined ? 0 : totalOf(data)} readAt={answeredAt(query)} />;
}

interface DueTasksProps {
  rows: readonly Task[];
  /** Null where the index does not count. */
  active: number | null;
  readAt: number;
}

function DueTasks({ rows, active, readAt }: DueTasksProps) {
  const scheduled = rows.filter(({ next_due_at }) => next_due_at !== null);
  return (
    <Panel
      title="Due next"
      note={countedIfKnown(active, 'active task')}
      actions={
        <TextLink href={tasks({ status: 'active', order_by: 'next_due_at.asc' })}>All active tasks</TextLink>
      }
    >
      {scheduled.length === 0 ? (
        <p className="px-3 py-2 text-2">No occurrence of an active task is scheduled</p>
      ) : (
        <RowsTable
          label="Due next"
          rows={scheduled}
          rowKey={({ object_id }) => object_id}
          columns={[
            {
              head: 'Task',
              wide: true,
              cell: ({ object_id, skill_description }) => (
                <TitledId family="task" value={object_id} title={skill_description} reason="" />
              ),
            },
            {
              head: 'Next due',
              numeric: true,
              cell: ({ next_due_at }) => <DueTime at={next_due_at} />,
            },
            {
              head: 'Missed',
              numeric: true,
              headClass: 'hidden sm:table-cell',
              className: 'hidden sm:table-cell',
              cell: ({ missed_occurrences }) => (
                <Maybe value={missed_occurrences} reason={nullReason('task', 'missed_occurrences')}>
                  {groupDigits}
                </Maybe>
              ),
            },
          ]}
        />
      )}
      <div className="px-3 pb-2">
        <Age at={readAt} after={dueTasksQuery().staleTime} />
      </div>
    </Panel>
  );
}

/** Scheduled occurrences that have not run yet, earliest first, from the newest scheduler events. */
function OccurrencesDue() {
  const now = useNow();
  const options = dueQuery();
  const query = useQuery(options);
  const { data } = query;
  const occurrences = useMemo(() => (data === undefined ? null : dueOccurrences(data.items)), [data]);
  const late =
    occurrences === null || now === null
      ? 0
      : occurrences.filter((occurrence) => Date.parse(occurrence.start_at) < now).length;
  const unread = data === undefined ? null : unreadEvents(data);
  const gap = data === undefined ? null : gapIn(data);
  return (
    <Panel
      title="Due next"
      note={
        occurrences === null || occurrences.length === 0 || gap !== null
          ? undefined
          : `${counted(occurrences.length, 'occurrence')}, ${late} overdue`
      }
      actions={<TextLink href={tasks({ status: 'active' })}>All active tasks</TextLink>}
    >
      {data === undefined || occurrences === null ? (
        <Unloaded query={query} what="tasks due" waiting={<RowsSkeleton rows={SHOWN + 1} />} />
      ) : (
        <>
          {occurrences.length === 0 ? (
            <p className="px-3 py-2 text-2">{gap === null ? 'No tasks due' : `Unknown: ${gap}`}</p>
          ) : (
            <OccurrencesTable occurrences={occurrences} />
          )}
          {/* The event that would take an occurrence off the list may be among them. */}
          {occurrences.length > 0 && unread !== null && (
            <p className="px-3 pt-2 text-warn">Some of these may have run, and others may be due: {unread}</p>
          )}
          <div className="px-3 pb-2">
            <Age at={answeredAt(query)} after={options.staleTime} />
            <SearchSummary about={data} />
          </div>
        </>
      )}
    </Panel>
  );
}
