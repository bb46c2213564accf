'use client';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answeredAt } from '@/lib/client/answered-at';
import { Unloaded } from '@/components/shell/read-failure';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { ShowMore } from '@/components/values/show-more';
import { Maybe } from '@/components/values/maybe';
import { RowsTable } from '@/components/values/table';
import { useZone } from '@/components/values/preferences';
import { ownRequestsQuery } from '@/lib/client/session';
import type { UsageReport } from '@/lib/contract/usage';
import { groupDigits } from '@/lib/view/amount';
import { absoluteTime } from '@/lib/view/time';
import {
  routeShares,
  type RouteShare,
  byStatusClass,
  groupWords,
  slowest,
  type UsageSum,
} from '@/lib/view/usage';
import { useCountedAt } from './time-range';
import { useRowLimit } from '@/components/ui/use-row-limit';

const SLOWEST = 6;
const BUSIEST = 10;

/** Mean over all requests of a group. */
export function Mean({ of }: { of: UsageSum['mean_ms'] }) {
  return (
    <Maybe value={of} reason="no requests">
      {(ms) => `${ms} ms`}
    </Maybe>
  );
}

function Sums({ head, rows, mono = false }: { head: string; rows: UsageSum[]; mono?: boolean }) {
  return (
    <RowsTable
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        {
          head,
          className: mono ? 'min-w-32 wrap-anywhere whitespace-normal! mono' : undefined,
          cell: ({ name }) => name,
        },
        { head: 'Requests', numeric: true, cell: ({ requests }) => groupDigits(requests) },
        { head: 'Mean', numeric: true, className: 'text-2', cell: ({ mean_ms }) => <Mean of={mean_ms} /> },
      ]}
    />
  );
}

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  what: string;
  children: (data: Data) => ReactNode;
}

/** The data once it is there; until then a placeholder, or why it could not be loaded. */
function Loaded<Data>({ query, what, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  const waiting = (
    <div className="flex flex-col gap-4 p-3">
      <Skeleton className="h-3.5 w-full" />
      <Skeleton className="h-3.5 w-full" />
      <Skeleton className="h-3.5 w-full" />
    </div>
  );
  return <Unloaded query={query} what={what} waiting={waiting} />;
}

const NoRequests = () => <p className="px-3 py-4 text-3">No requests in this range</p>;

interface RouteTablesProps {
  report: UseQueryResult<UsageReport>;
  routes: UseQueryResult<UsageReport>;
}

/** Requests by status class, and the slowest routes. */
export function RouteTables({ report, routes }: RouteTablesProps) {
  const asOf = useCountedAt(answeredAt(routes));
  return (
    <div className="mt-3.5 grid items-start gap-3.5 lg:grid-cols-2">
      <Panel title="By status class">
        <Loaded query={report} what="your usage">
          {(report) =>
            report.buckets.length === 0 ? <NoRequests /> : <Sums head="Class" rows={byStatusClass(report)} />
          }
        </Loaded>
      </Panel>
      <Panel title="Slowest routes" note={`by mean server time${asOf}`}>
        <Loaded query={routes} what="your usage">
          {(report) =>
            report.buckets.length === 0 ? (
              <NoRequests />
            ) : (
              <Sums
                head="Route"
                rows={slowest(report, SLOWEST).map((row) => ({
                  ...row,
                  name: groupWords('route', row.name),
                }))}
                mono
              />
            )
          }
        </Loaded>
      </Panel>
    </div>
  );
}

const headClass = 'max-sm:whitespace-normal!';
const COLUMNS = [
  {
    head: 'Route',
    className: 'min-w-28 wrap-anywhere whitespace-normal! mono',
    cell: (row: RouteShare) => groupWords('route', row.route),
  },
  { head: 'Total', numeric: true, headClass, cell: (row: RouteShare) => groupDigits(row.total) },
  { head: 'This console', numeric: true, headClass, cell: (row: RouteShare) => groupDigits(row.by_console) },
  {
    head: 'Other clients',
    numeric: true,
    headClass,
    className: 'text-2',
    cell: (row: RouteShare) => groupDigits(row.by_others),
  },
];

/** The busiest routes first; the others on request. */
function Shares({ rows }: { rows: RouteShare[] }) {
  const [limit, setLimit] = useRowLimit(BUSIEST);
  if (rows.length === 0) return <NoRequests />;
  const visibleRows = rows.slice(0, limit);
  return (
    <>
      <RowsTable
        label="Requests by client"
        columns={COLUMNS}
        rows={visibleRows}
        total={rows.length}
        rowKey={({ route }) => route}
      />
      <ShowMore
        shown={visibleRows.length}
        total={rows.length}
        noun="routes"
        onMore={() => setLimit(Infinity)}
        className="px-3 py-2"
      />
    </>
  );
}

/** This console's requests beside what the index counted; the rest came from other clients or before the console started. */
export function OwnShare({ routes }: { routes: UseQueryResult<UsageReport> }) {
  const zone = useZone();
  const asOf = useCountedAt(answeredAt(routes));
  // Read after each report, so that this console's counts are never behind the index's.
  const relayRequests = useQuery({
    ...ownRequestsQuery(routes.dataUpdatedAt),
    placeholderData: keepPreviousData,
    enabled: routes.data !== undefined,
  });
  return (
    <Panel title="Requests by client" note={`by route${asOf}`} className="mt-3.5">
      <Loaded query={routes} what="your usage">
        {(report) => (
          <Loaded query={relayRequests} what="this console's own requests">
            {({ rows }) => <Shares rows={routeShares(report, rows)} />}
          </Loaded>
        )}
      </Loaded>
      <p className="border-t border-line px-3 py-1.5 text-xs text-3">
        Totals are from the index. This console counts its own requests by the hour
        {relayRequests.data !== undefined && (
          <>, since it started on {absoluteTime(Date.parse(relayRequests.data.since), zone)}</>
        )}
        ; event streams and its earlier requests appear under other clients.
      </p>
    </Panel>
  );
}
