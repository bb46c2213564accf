'use client';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { answeredAt } from '@/lib/client/answered-at';
import { BarList } from '@/components/charts/bar-list';
import { StackedBars, type Series, type StackedColumn } from '@/components/charts/stacked-bars';
import { useSaveExport } from '@/components/export/use-save-export';
import { Unloaded } from '@/components/shell/read-failure';
import { Button } from '@/components/ui/button';
import { Chip, Choice } from '@/components/ui/chip';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Maybe } from '@/components/values/maybe';
import { RowsTable } from '@/components/values/table';
import { useZone } from '@/components/values/preferences';
import { requestPath } from '@/lib/contract/endpoint-url';
import type { UsageReport } from '@/lib/contract/usage';
import { counted, groupDigits } from '@/lib/view/amount';
import { absoluteTime, bucketStart, type Zone, dayAndMonth, hourOfDay } from '@/lib/view/time';
import { byGroup, groupWords, type UsageColumn, columnsOf, NO_GROUP, UNKNOWN_CLASS } from '@/lib/view/usage';
import { Mean } from './route-tables';
import { useCountedAt } from './time-range';
import { useRateLimit } from './use-rate-limit';
import { Mono } from '@/components/ui/mono';

/** A scope has the hue of its event family. */
const SCOPE_FILL: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'leaders:read': 'fill-fam-leader',
    'agents:read': 'fill-fam-agent',
    'tools:read': 'fill-fam-tool',
    'dags:read': 'fill-fam-dag',
    'executions:read': 'fill-fam-execution',
    'tasks:read': 'fill-fam-task',
    'payments:read': 'fill-fam-payment',
    'events:read': 'fill-fam-key',
    [NO_GROUP]: 'fill-line-strong',
  }),
);
const FILLS = [...SCOPE_FILL.values()];
/** Further groups share one hue; the table has them all. */
const DRAWN_GROUPS = 9;
const OTHERS = 'others';

interface ChartData {
  series: (Series & { group: string })[];
  columns: StackedColumn[];
  /** All groups, for the table. */
  groups: string[];
  rows: UsageColumn[];
}

const SCOPES = [...SCOPE_FILL.keys()];
/** Unknown scopes come last. */
function rankOf(scope: string): number {
  const place = SCOPES.indexOf(scope);
  return place < 0 ? SCOPES.length : place;
}

function fillOf(report: UsageReport, name: string, place: number): string {
  if (name === OTHERS) return 'fill-line-strong';
  return (report.group_by === 'scope' ? SCOPE_FILL.get(name) : undefined) ?? FILLS[place % 8] ?? 'fill-idle';
}

/** When a bucket begins. */
function startOf({ granularity }: UsageReport, at: number, zone: Zone): string {
  return granularity === 'day' ? bucketStart(at, 'day', zone) : absoluteTime(at, zone);
}

function tickOf(report: UsageReport, at: number, hours: number, zone: Zone): string | null {
  if (report.granularity === 'day') return dayAndMonth(at, 'utc');
  // Hourly buckets are UTC hours: in some zones the first of a day starts at 00:30.
  const hour = hourOfDay(at, zone);
  if (hour.startsWith('00:')) return dayAndMonth(at, zone);
  return hours <= 72 && /^(06|12|18):/.test(hour) ? hour : null;
}

/** Keeps about `most` evenly spaced labels. */
function thinned(columns: StackedColumn[], most: number): StackedColumn[] {
  const labelled = columns.filter((column) => column.tick !== null).length;
  const every = Math.ceil(labelled / most);
  let labelCount = 0;
  return columns.map((column) => {
    if (column.tick === null) return column;
    labelCount += 1;
    return (labelCount - 1) % every === 0 ? column : { ...column, tick: null };
  });
}

function chartData(report: UsageReport, zone: Zone, now: number): ChartData {
  const busiest = byGroup(report).map((group) => group.name);
  // Scopes keep their order, so that layers don't swap places on refresh.
  const groups = report.group_by === 'scope' ? busiest.sort((a, b) => rankOf(a) - rankOf(b)) : busiest;
  const rows = columnsOf(report, groups, now);
  const separate = groups.length > DRAWN_GROUPS ? groups.slice(0, DRAWN_GROUPS - 1) : groups;
  const names = separate.length < groups.length ? [...separate, OTHERS] : separate;
  const series = names.map((group, place) => ({
    group,
    name: groupWords(report.group_by, group),
    fill: fillOf(report, group, place),
  }));
  const hours = (Date.parse(report.to) - Date.parse(report.from)) / 3_600_000;
  const columns = rows.map((row): StackedColumn => {
    const counts = row.counts.slice(0, separate.length);
    if (names.length > separate.length)
      counts.push(row.counts.slice(separate.length).reduce((sum, count) => sum + count, 0n));
    const parts = series
      .map(({ name }, place) => ({ name, count: counts[place] ?? 0n }))
      .filter(({ count }) => count > 0n)
      .map(({ name, count }) => `${name}  ${groupDigits(count)}`);
    return {
      key: String(row.at),
      counts,
      tip: [
        `from ${startOf(report, row.at, zone)}${row.incomplete ? ', incomplete' : ''}`,
        counted(row.total, 'request'),
        ...parts,
      ].join('\n'),
      tick: tickOf(report, row.at, hours, zone),
      growing: row.incomplete,
    };
  });
  return { series, columns: thinned(columns, 14), groups, rows };
}

interface UsageTableProps {
  report: UsageReport;
  chart: ChartData;
  zone: Zone;
}

/** The chart's figures: a row per bucket with requests, newest first, a column per group. */
function UsageTable({ report, chart, zone }: UsageTableProps) {
  if (report.granularity === 'total')
    return (
      <RowsTable
        rows={byGroup(report)}
        rowKey={({ name }) => name}
        columns={[
          {
            head: report.group_by === 'scope' ? 'Scope' : 'Route',
            className: 'mono',
            cell: ({ name }) => groupWords(report.group_by, name),
          },
          { head: 'Requests', numeric: true, cell: ({ requests }) => groupDigits(requests) },
          {
            head: 'Failed',
            numeric: true,
            cell: ({ failed }) => (
              <Maybe value={failed} reason={UNKNOWN_CLASS}>
                {groupDigits}
              </Maybe>
            ),
          },
          { head: 'Mean', numeric: true, cell: ({ mean_ms }) => <Mean of={mean_ms} /> },
        ]}
      />
    );
  return (
    <RowsTable
      rows={chart.rows.filter((row) => row.total > 0n).reverse()}
      rowKey={({ at }) => at}
      columns={[
        {
          head: 'From',
          cell: ({ at, incomplete }) => (
            <>
              {startOf(report, at, zone)}
              {incomplete && <span className="text-3"> incomplete</span>}
            </>
          ),
        },
        { head: 'Total', numeric: true, cell: ({ total }) => groupDigits(total) },
        ...chart.groups.map((group, place) => ({
          head: <Mono>{groupWords(report.group_by, group)}</Mono>,
          numeric: true,
          cell: ({ counts }: UsageColumn) => {
            const count = counts[place] ?? 0n;
            return <span className={count === 0n ? 'text-3' : undefined}>{groupDigits(count)}</span>;
          },
        })),
      ]}
    />
  );
}

interface UsageChartProps {
  query: UseQueryResult<UsageReport>;
  view: 'chart' | 'table';
  onView: (view: 'chart' | 'table') => void;
}

const TITLES: ReadonlyMap<string, string> = new Map(
  Object.entries({ hour: 'Requests per hour', day: 'Requests per day (UTC)' }),
);

/** Exports the report's buckets unchanged. */
function useSaveReport(): (report: UsageReport) => void {
  const saveExport = useSaveExport();
  return ({ from, to, group_by, granularity, buckets }) =>
    void saveExport({
      form: 'csv',
      items: buckets,
      facts: {
        what: `usage by ${granularity}`,
        request: requestPath('keys.usage', {}, { from, to, granularity, group_by }),
        rows_from: 'the report shown on the page',
        total_items: buckets.length,
        complete: true,
      },
      fields: ['bucket_start', group_by, 'status_class', 'request_count', 'avg_duration_ms'],
      rowOf: ({ group, ...counts }) => ({ ...counts, [group_by]: group }),
    });
}

const MINUTES: ReadonlyMap<string, number> = new Map(Object.entries({ hour: 60, day: 24 * 60 }));

/** The current rate limit over one bucket of the report; null where it is unknown. */
function bucketLimit(report: UsageReport | undefined, perMinute: number | null): number | null {
  const minutes = MINUTES.get(report?.granularity ?? '');
  return minutes === undefined || perMinute === null ? null : perMinute * minutes;
}

function Legend({ series }: { series: ChartData['series'] }) {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-1.5 px-3 pt-2.5">
      {series.map(({ name, fill }) => (
        <li key={name}>
          <Chip>
            <svg viewBox="0 0 8 8" width="7" height="7" aria-hidden>
              <circle cx="4" cy="4" r="4" className={fill} />
            </svg>
            {name}
          </Chip>
        </li>
      ))}
    </ul>
  );
}

export function UsageChart({ query, view, onView }: UsageChartProps) {
  const zone = useZone();
  const save = useSaveReport();
  const moment = useCountedAt(answeredAt(query));
  const report = query.data;
  const limit = bucketLimit(report, useRateLimit().perMinute);
  const limitText =
    limit === null ? 'Limit unknown' : `Limit ${groupDigits(limit)} per ${report?.granularity ?? 'hour'}`;
  // The response time is the chart's "now", so that it redraws with new data only.
  const answered = answeredAt(query);
  const chart = useMemo(
    () => (report === undefined ? null : chartData(report, zone, answered)),
    [report, zone, answered],
  );

  let body: ReactNode;
  if (report === undefined || chart === null)
    body = (
      <Unloaded
        query={query}
        what="your usage"
        waiting={
          <div className="p-3">
            <Skeleton className="block h-[251px] w-full" />
          </div>
        }
      />
    );
  else if (report.buckets.length === 0)
    body = (
      <EmptyState kind="nothing-yet" title="No requests in this range">
        Counters are written in batches; recent requests appear within seconds.
      </EmptyState>
    );
  else if (view === 'table') body = <UsageTable report={report} chart={chart} zone={zone} />;
  else if (report.granularity === 'total')
    body = (
      <BarList
        label="Requests in this range"
        rows={byGroup(report).map((group) => ({
          name: groupWords(report.group_by, group.name),
          count: group.requests,
          words: groupDigits(group.requests),
          fill: chart.series.find((series) => series.group === group.name)?.fill ?? 'fill-line-strong',
          note: group.mean_ms === null ? undefined : `${group.mean_ms} ms`,
        }))}
      />
    );
  else
    body = (
      <>
        <Legend series={chart.series} />
        <StackedBars
          title={`${TITLES.get(report.granularity) ?? 'Requests'} by ${report.group_by}`}
          description={`${counted(report.total_requests, 'request')} in ${counted(chart.columns.length, 'bucket')}. ${limitText}. Figures are in the table view.`}
          series={chart.series}
          columns={chart.columns}
          limit={limit}
          limitText={limitText}
        />
      </>
    );

  return (
    <Panel
      title={TITLES.get(report?.granularity ?? 'hour') ?? 'Requests in this range'}
      actions={
        <>
          <Button
            size="small"
            disabled={report === undefined || report.buckets.length === 0}
            onClick={() => report !== undefined && save(report)}
          >
            Export CSV
          </Button>
          <Choice
            label="View"
            value={view}
            onChange={onView}
            options={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
          />
        </>
      }
      aria-busy={query.isFetching && query.isPlaceholderData}
    >
      {body}
      {(report !== undefined || !query.isError) && (
        <p className="border-t border-line px-3 py-1.5 text-xs text-3">
          {report === undefined ? (
            <Skeleton className="h-3 w-64" />
          ) : (
            <>
              {absoluteTime(Date.parse(report.from), zone)} to {absoluteTime(Date.parse(report.to), zone)}
              {moment}
              {query.isError && (
                <span className="text-fail"> · couldn&apos;t refresh: {query.error.message}</span>
              )}
            </>
          )}
        </p>
      )}
    </Panel>
  );
}
