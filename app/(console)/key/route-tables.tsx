'use client';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '@/components/shell/failure';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { RowsTable } from '@/components/ui/table';
import { useZone } from '@/components/values/preferences';
import { ownRequestsQuery } from '@/lib/client/session';
import type { UsageReport } from '@/lib/contract/usage';
import { groupDigits } from '@/lib/view/amount';
import { absoluteTime } from '@/lib/view/time';
import {
  besideOwn,
  type RouteShare,
  byStatusClass,
  groupWords,
  slowest,
  type UsageSum,
} from '@/lib/view/usage';
import { useCountedAt } from './time-range';

const SLOWEST = 6;

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
        { head: 'Mean', numeric: true, className: 'text-2', cell: ({ mean_ms }) => `${mean_ms} ms` },
      ]}
    />
  );
}

interface RouteTablesProps {
  report: UseQueryResult<UsageReport>;
  routes: UseQueryResult<UsageReport>;
}

/** Requests by status class, and the slowest routes. */
export function RouteTables({ report, routes }: RouteTablesProps) {
  const counted = useCountedAt(routes.dataUpdatedAt);
  const of = (query: UseQueryResult<UsageReport>, draw: (report: UsageReport) => ReactNode) => {
    const report = query.data;
    if (report !== undefined)
      return report.buckets.length > 0 ? (
        draw(report)
      ) : (
        <p className="px-3 py-4 text-3">No requests in this range</p>
      );
    if (query.isError)
      return <Failure what="your usage" error={query.error} onRetry={() => void query.refetch()} />;
    return (
      <div className="flex flex-col gap-4 p-3">
        <Skeleton className="h-3.5 w-full" />
        <Skeleton className="h-3.5 w-full" />
        <Skeleton className="h-3.5 w-full" />
      </div>
    );
  };
  return (
    <div className="mt-3.5 grid items-start gap-3.5 lg:grid-cols-2">
      <Panel title="By status class">
        {of(report, (given) => (
          <Sums head="Class" rows={byStatusClass(given)} />
        ))}
      </Panel>
      <Panel title="Slowest routes" note={`by mean server time${counted}`}>
        {of(routes, (given) => (
          <Sums
            head="Route"
            rows={slowest(given, SLOWEST).map((row) => ({ ...row, name: groupWords('route', row.name) }))}
            mono
          />
        ))}
      </Panel>
    </div>
  );
}

interface OwnShareProps {
  report: UsageReport | undefined;
  /** When the report was received, in ms since 1970. */
  answeredAt: number;
}

const headClass = 'max-sm:whitespace-normal!';
const COLUMNS = [
  {
    head: 'Route',
    className: 'min-w-28 wrap-anywhere whitespace-normal! mono',
    cell: (row: RouteShare) => groupWords('route', row.route),
  },
  { head: 'Total', numeric: true, headClass, cell: (row: RouteShare) => groupDigits(row.counted) },
  { head: 'This console', numeric: true, headClass, cell: (row: RouteShare) => groupDigits(row.own) },
  {
    head: 'Other clients',
    numeric: true,
    headClass,
    className: 'text-2',
    cell: (row: RouteShare) => groupDigits(row.rest),
  },
];

/** This console's requests beside what the index counted; the rest came from other clients or before the console started. */
export function OwnShare({ report, answeredAt }: OwnShareProps) {
  const zone = useZone();
  const counted = useCountedAt(answeredAt);
  // Read after each report, so that this console's counts are never behind the index's.
  const { data: own } = useQuery({
    ...ownRequestsQuery(answeredAt),
    placeholderData: keepPreviousData,
    enabled: report !== undefined,
  });
  const rows = report === undefined || own === undefined ? [] : besideOwn(report, own.rows);
  return (
    <Panel title="Requests by client" note={`by route${counted}`} className="mt-3.5">
      {rows.length === 0 ? (
        <p className="px-3 py-4 text-3">No requests in this range</p>
      ) : (
        <RowsTable label="Requests by client" columns={COLUMNS} rows={rows} rowKey={({ route }) => route} />
      )}
      <p className="border-t border-line px-3 py-1.5 text-xs text-3">
        Totals are from the index. This console counts its own requests by the hour
        {own !== undefined && <>, since it started on {absoluteTime(Date.parse(own.since), zone)}</>}; event
        streams and its earlier requests appear under other clients.
      </p>
    </Panel>
  );
}
