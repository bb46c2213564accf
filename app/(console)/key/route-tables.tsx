'use client';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '@/components/shell/failure';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import type { UsageReport } from '@/lib/contract/usage';
import { groupDigits } from '@/lib/view/amount';
import { byStatusClass, groupWords, slowest, type UsageSum } from '@/lib/view/usage';
import { useCountedAt } from './use-counted-at';

const SLOWEST = 6;

function Sums({ head, rows, mono = false }: { head: string; rows: UsageSum[]; mono?: boolean }) {
  return (
    <Table>
      <thead>
        <tr>
          <HeadCell>{head}</HeadCell>
          <HeadCell numeric>Requests</HeadCell>
          <HeadCell numeric>Mean</HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.name}>
            <Cell className={mono ? 'min-w-32 wrap-anywhere whitespace-normal! mono' : undefined}>
              {row.name}
            </Cell>
            <Cell numeric>{groupDigits(row.requests)}</Cell>
            <Cell numeric className="text-2">
              {row.mean_ms} ms
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
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
