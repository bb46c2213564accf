'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePageUrl } from '@/components/listing/use-url';
import { EventLines } from '@/components/record/event-list';
import { Unloaded } from '@/components/shell/read-failure';
import { EmptyState } from '@/components/ui/empty-state';
import { TextLink } from '@/components/ui/plain-link';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { RowsTable } from '@/components/values/table';
import { Id } from '@/components/values/id';
import { RunTime } from '@/components/values/duration';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import { TitledId } from '@/components/values/titled-id';
import { withPageKeys } from '@/lib/client/filter-url';
import { PaidExecutionsNote } from '@/app/(console)/executions/paid-executions-note';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Execution } from '@/lib/contract/executions';
import type { Payment } from '@/lib/contract/payments';
import { groupDigits } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { events, executions } from '@/lib/view/paths';
import { LATEST_ROWS, latestQuery } from './overview-queries';
import { firstRows } from '@/lib/view/row-order';

interface RowsProps<Item> {
  query: { data: { items: Item[] } | undefined; error: Error | null; refetch: () => Promise<unknown> };
  what: string;
  empty: string;
  children: (items: Item[]) => ReactNode;
}

/** The rows of a panel, or their loading, empty or error state. */
function Rows<Item>({ query, what, empty, children }: RowsProps<Item>) {
  const { data } = query;
  if (data === undefined)
    return <Unloaded query={query} what={what} waiting={<RowsSkeleton rows={LATEST_ROWS + 1} />} />;
  if (data.items.length === 0) return <EmptyState kind="nothing-yet" title={empty} />;
  return children(data.items);
}

export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: rows }, (_, index) => (
        <div
          key={index}
          className="flex h-[35px] items-center gap-6 border-b border-line/70 px-3 last:border-b-0"
        >
          <Skeleton className="h-3.5 w-28" />
          <Skeleton className="h-3.5 w-20" />
          <Skeleton className="ml-auto h-3.5 w-14" />
        </div>
      ))}
    </div>
  );
}

export function LatestEvents() {
  const query = useQuery(latestQuery('events.list'));
  const newest = query.data?.items[0];
  return (
    <Panel
      title={latestTitle('events', query.data?.items)}
      note={
        newest && (
          <span>
            event {groupDigits(newest.id)}, <Time at={newest.onchain_at} clock="on chain" />
          </span>
        )
      }
      actions={<TextLink href={events()}>All events</TextLink>}
    >
      <Rows query={query} what="the latest events" empty="No events yet">
        {(items) => <EventLines events={items} label="Latest events" />}
      </Rows>
    </Panel>
  );
}

/** An index may list rows in another order than the newest first. */
function latestTitle(noun: string, rows: readonly object[] = []): string {
  if (rows.length < 2) return `Latest ${noun}`;
  const part = firstRows(rows);
  return part === 'newest' ? `Latest ${noun}` : `${part === 'oldest' ? 'Oldest' : 'First listed'} ${noun}`;
}

const STATUSES = ['running', 'failed'] as const;

/** The newest executions, optionally only the running or failed ones (`?executions=`). */
export function LatestExecutions() {
  const url = usePageUrl();
  const chosen = url.search.get('executions');
  const status = STATUSES.find((option) => option === chosen);
  const query = useQuery(
    status === undefined
      ? latestQuery('executions.list')
      : endpointQuery('executions.list', {}, { status, page_size: String(LATEST_ROWS) }),
  );
  const show = (executions: string | undefined) => url.replace(withPageKeys(url.search, { executions }));
  return (
    <Panel
      title={latestTitle('executions', query.data?.items)}
      actions={
        <>
          {STATUSES.map((option) => (
            <button
              key={option}
              type="button"
              aria-pressed={status === option}
              onClick={() => show(status === option ? undefined : option)}
              className="rounded-full border border-line px-2.5 text-xs text-2 first-letter:uppercase hover:border-line-strong hover:text-text aria-pressed:border-accent aria-pressed:bg-accent-weak aria-pressed:text-text"
            >
              {option}
            </button>
          ))}
          <TextLink href={executions({ status })}>All executions</TextLink>
        </>
      }
    >
      {isNotProvided(failureOf(query.error)) ? (
        <LatestPaid />
      ) : (
        <Rows
          query={query}
          what="the latest executions"
          empty={status === undefined ? 'No executions yet' : `No ${status} executions`}
        >
          {(items) => <RowsTable columns={EXECUTION_COLUMNS} rows={items} rowKey={(row) => row.object_id} />}
        </Rows>
      )}
    </Panel>
  );
}

/** Executions of an index that doesn't list them, as on their own page. */
function LatestPaid() {
  const query = useQuery(endpointQuery('payments.list', {}, { page_size: String(LATEST_ROWS) }));
  return (
    <>
      <PaidExecutionsNote filters={{ executions: 'Status' }} />
      <Rows query={query} what="the latest payments" empty="No payments yet">
        {(items) => <RowsTable columns={PAID_COLUMNS} rows={items} rowKey={(row) => row.payment_object_id} />}
      </Rows>
    </>
  );
}

const PAID_COLUMNS = [
  { head: 'Execution', cell: (row: Payment) => <Id value={row.execution_object_id} family="execution" /> },
  { head: 'Payment state', cell: (row: Payment) => <Status value={row.final_state} /> },
  {
    head: 'Paid on chain',
    numeric: true,
    className: 'text-2',
    cell: (row: Payment) => (
      <Time
        at={row.onchain_created_at}
        clock="on chain"
        reason={nullReason('payment', 'onchain_created_at', row)}
      />
    ),
  },
];

const EXECUTION_COLUMNS = [
  {
    head: 'Execution',
    wide: true,
    cell: (row: Execution) => (
      <TitledId value={row.object_id} family="execution" title={row.skill_description} reason="" />
    ),
  },
  { head: 'Status', cell: (row: Execution) => <Status value={row.status} /> },
  {
    head: 'Duration',
    numeric: true,
    headClass: 'hidden sm:table-cell',
    className: 'hidden sm:table-cell',
    cell: (row: Execution) => <RunTime execution={row} />,
  },
  {
    head: 'Started on chain',
    numeric: true,
    // Half a page and a phone are too narrow for it; the execution's page has it.
    headClass: 'max-2xl:hidden',
    className: 'text-2 max-2xl:hidden',
    cell: (row: Execution) => (
      <Time
        at={row.onchain_created_at}
        clock="on chain"
        reason={nullReason('execution', 'onchain_created_at', row)}
      />
    ),
  },
];
