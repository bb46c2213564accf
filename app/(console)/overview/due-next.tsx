'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { SearchSummary } from '@/components/record/event-search';
import { Unloaded } from '@/components/shell/read-failure';
import { Panel } from '@/components/ui/panel';
import { TextLink } from '@/components/ui/plain-link';
import { Age } from '@/components/values/age';
import { Id } from '@/components/values/id';
import { useNow, useNowValue } from '@/components/values/now';
import { RowsTable } from '@/components/values/table';
import { Time } from '@/components/values/time';
import { answeredAt } from '@/lib/client/answered-at';
import { isRefusedForGood } from '@/lib/client/api-error';
import { gapIn, unreadEvents } from '@/lib/client/queries/events-about-query';
import { counted } from '@/lib/view/amount';
import { repeated } from '@/lib/view/names';
import { dueOccurrences } from '@/lib/view/occurrences';
import { tasks } from '@/lib/view/paths';
import { dueQuery, dueTasksQuery, FIRST_ROWS } from './overview-queries';
import { RowsSkeleton } from './rows-skeleton';

function Starts({ at }: { at: string }) {
  const isOverdue = useNowValue((now) => now !== null && Date.parse(at) < now);
  return (
    <span className={isOverdue ? 'text-warn' : ''}>
      {isOverdue && 'overdue, '}
      <Time at={at} clock="on chain" />
    </span>
  );
}

interface Due {
  key: string;
  task: string;
  name: string | null;
  at: string;
}

interface DuePanelProps {
  rows: readonly Due[];
  note?: ReactNode;
  /** What there is instead of rows. */
  none: ReactNode;
  /** Below the rows. */
  children?: ReactNode;
}

function DuePanel({ rows, note, none, children }: DuePanelProps) {
  const now = useNow();
  const visibleRows = rows.slice(0, FIRST_ROWS);
  const shared = repeated(visibleRows.map(({ name }) => name));
  const late = now === null ? 0 : rows.filter(({ at }) => Date.parse(at) < now).length;
  return (
    <Panel
      title="Due next"
      note={note ?? (late > 0 ? `${late}${late === FIRST_ROWS ? ' or more' : ''} overdue` : undefined)}
      actions={
        <TextLink href={tasks({ status: 'active', order_by: 'next_due_at.asc' })}>All active tasks</TextLink>
      }
    >
      {visibleRows.length === 0 ? (
        <p className="px-3 py-2 text-2">{none}</p>
      ) : (
        <RowsTable
          label="Due next"
          rows={visibleRows}
          rowKey={({ key }) => key}
          attributes={({ task }) => ({ 'data-row': task })}
          columns={[
            {
              head: 'Task',
              wide: true,
              cell: ({ task, name }) => (
                <Id family="task" value={task} name={name} withId={shared.has(name)} />
              ),
            },
            { head: 'Starts', numeric: true, cell: ({ at }) => <Starts at={at} /> },
          ]}
        />
      )}
      {children}
    </Panel>
  );
}

/** Active tasks with their next occurrence, those due first; from scheduler events where the list of tasks doesn't say it. */
export function DueNext() {
  const query = useQuery(dueTasksQuery());
  const { data } = query;
  if (data === undefined && !isRefusedForGood(query.error))
    return (
      <Panel title="Due next">
        <Unloaded query={query} what="tasks due" waiting={<RowsSkeleton rows={FIRST_ROWS + 1} />} />
      </Panel>
    );
  const items = data?.items ?? [];
  if (!items.some(({ missed_occurrences }) => missed_occurrences !== null)) return <OccurrencesDue />;
  const rows = items.flatMap(({ object_id: task, skill_description: name, next_due_at: at }) =>
    at === null ? [] : [{ key: task, task, name, at }],
  );
  return (
    <DuePanel rows={rows} none="No occurrence of an active task is scheduled">
      <Age at={answeredAt(query)} after={dueTasksQuery().staleTime} />
    </DuePanel>
  );
}

/** Scheduled occurrences that have not run yet, earliest first, from the newest scheduler events. */
function OccurrencesDue() {
  const options = dueQuery();
  const query = useQuery(options);
  const { data } = query;
  const rows = useMemo(
    () =>
      (data === undefined ? [] : dueOccurrences(data.items)).map(({ task_id, occurrence_id, start_at }) => ({
        key: `${task_id} ${occurrence_id}`,
        task: task_id,
        name: null,
        at: start_at,
      })),
    [data],
  );
  const unread = data === undefined ? null : unreadEvents(data);
  const gap = data === undefined ? null : gapIn(data);
  if (data === undefined)
    return (
      <Panel title="Due next">
        <Unloaded query={query} what="tasks due" waiting={<RowsSkeleton rows={FIRST_ROWS + 1} />} />
      </Panel>
    );
  return (
    <DuePanel
      rows={rows}
      note={rows.length === 0 || gap !== null ? undefined : counted(rows.length, 'occurrence')}
      none={gap === null ? 'No tasks due' : `Unknown: ${gap}`}
    >
      {/* The event that would take an occurrence off the list may be among them. */}
      {rows.length > 0 && unread !== null && (
        <p className="px-3 pt-2 text-warn">Some of these may have run, and others may be due: {unread}</p>
      )}
      <div className="px-3 pb-2">
        <Age at={answeredAt(query)} after={options.staleTime} />
        <SearchSummary about={data} />
      </div>
    </DuePanel>
  );
}
