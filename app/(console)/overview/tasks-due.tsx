'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useMemo } from 'react';
import { Looked } from '@/components/record/search-summary';
import { Failure } from '@/components/shell/failure';
import { Panel } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Id } from '@/components/values/id';
import { useNow } from '@/components/values/now';
import { Time } from '@/components/values/time';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { counted } from '@/lib/view/counted';
import { DUE_KINDS, dueOccurrences, type DueOccurrence } from '@/lib/view/due-occurrences';
import { task, tasks } from '@/lib/view/paths';
import { RowsSkeleton } from './rows-skeleton';

const SHOWN = 6;
/** Read anew every half minute: three requests each time, the newest events of these kinds. */
const scheduled = eventsAboutQuery(DUE_KINDS, null, { pages: 3 });

function Due({ due, now }: { due: readonly DueOccurrence[]; now: number | null }) {
  return (
    <Table aria-label="Tasks due">
      <thead>
        <tr>
          <HeadCell>Task</HeadCell>
          <HeadCell>Occurrence</HeadCell>
          <HeadCell numeric>Due</HeadCell>
          <HeadCell numeric className="hidden sm:table-cell">
            Deadline
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {due.slice(0, SHOWN).map(({ task_id, occurrence_id, start_at, deadline_at }) => (
          <Row key={`${task_id} ${occurrence_id}`}>
            <Cell>
              <Id family="task" value={task_id} />
            </Cell>
            <Cell>
              <Link
                href={task(task_id, { tab: 'occurrences' })}
                prefetch={false}
                className="mono hover:text-accent hover:underline"
              >
                {occurrence_id.toString()}
              </Link>
            </Cell>
            <Cell numeric>
              {now !== null && Date.parse(start_at) < now && <span className="text-warn">overdue, </span>}
              <Time at={start_at} clock="on chain" className="text-2" />
            </Cell>
            <Cell numeric className="hidden text-2 sm:table-cell">
              <Time at={deadline_at} clock="on chain" reason="not applicable: it has no deadline" />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** What the scheduler has still to run, the earliest first: from its newest events, for no listing tells it of all tasks. */
export function TasksDue() {
  const now = useNow();
  const query = useQuery(scheduled);
  // Not with every second of the clock.
  const due = useMemo(
    () => (query.data === undefined ? null : dueOccurrences(query.data.items)),
    [query.data],
  );
  const { error } = query;
  const late = due === null || now === null ? 0 : due.filter((one) => Date.parse(one.start_at) < now).length;
  return (
    <Panel
      title="Tasks due"
      note={due === null ? undefined : `${counted(due.length, 'occurrence')} waiting, ${late} overdue`}
      actions={
        <Link href={tasks({ status: 'active' })} prefetch={false} className="text-accent hover:underline">
          All active tasks
        </Link>
      }
    >
      {query.data === undefined || due === null ? (
        error === null ? (
          <RowsSkeleton rows={SHOWN + 1} />
        ) : (
          <Failure
            what="the tasks due"
            error={error}
            scope="events:read"
            onRetry={() => void query.refetch()}
          />
        )
      ) : (
        <>
          {due.length === 0 ? (
            <p className="px-3 py-2 text-2">
              Nothing waits: every occurrence that was seen has run or ended.
            </p>
          ) : (
            <Due due={due} now={now} />
          )}
          <div className="px-3 pb-2">
            <Looked about={query.data} />
          </div>
        </>
      )}
    </Panel>
  );
}
