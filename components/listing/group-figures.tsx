// Columns of statistics: one request for all rows of a list, of which each cell shows its row's group.
import { useQuery } from '@tanstack/react-query';
import type { ColumnDef, ColumnMeta } from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { reasonOf } from '@/components/shell/read-failure';
import { NoStatistics } from '@/components/shell/no-statistics';
import { useMay } from '@/components/shell/session-context';
import { PlainLink } from '@/components/ui/plain-link';
import { Skeleton } from '@/components/ui/skeleton';
import { Maybe } from '@/components/values/maybe';
import { Percent } from '@/components/values/percent';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { endpoints, type Answer, type ListingName, type QueryInput } from '@/lib/contract/endpoints';
import { groupDigits } from '@/lib/view/amount';
import { executions, type Query } from '@/lib/view/paths';
import { successRate } from '@/lib/view/run-statistics';
import { ListPage, type ListPageProps } from './list-page';

/** Tabs and visitors with the same key share figures of this age. */
const SHARED_MS = 30_000;
const STALE_MS = 5 * 60_000;

type StatsName = 'stats.executions' | 'stats.vertices' | 'stats.leaders';

export interface GroupedStats<Name extends StatsName = StatsName> {
  name: Name;
  query: QueryInput<Name>;
  /** What is counted: "its executions". */
  subject: string;
}
/** Beside the number of rows: their figures cover no period. */
const ALL_TIME = 'all-time figures';

type GroupOf<Name extends StatsName> = Answer<Name>['groups'][number];

function useGroups<Name extends StatsName>({ name, query }: GroupedStats<Name>) {
  const may = useMay(endpoints[name].access);
  const options = endpointQuery(name, {} as never, query, undefined, SHARED_MS);
  // Live events do not refresh it.
  const queryKey = ['figure', ...options.queryKey];
  return { may, ...useQuery({ ...options, queryKey, staleTime: STALE_MS, enabled: may }) };
}

interface StatisticsListProps<Name extends ListingName> extends ListPageProps<Name> {
  /** What its columns of statistics show. */
  stats: GroupedStats;
}

/** A list page with columns of statistics; without them, where the key may not read them or the index lacks them. */
export function StatisticsListPage<Name extends ListingName>(props: StatisticsListProps<Name>) {
  const { stats, intro, ...page } = props;
  const { columns } = page;
  const { may, error } = useGroups(stats);
  const isMissing = isNotProvided(failureOf(error));
  const provided = useMemo(
    () => (may && !isMissing ? columns : columns.filter(({ meta }) => meta?.statistic !== true)),
    [columns, may, isMissing],
  );
  return (
    <ListPage<Name>
      {...page}
      columns={provided}
      note={ALL_TIME}
      intro={
        <>
          {intro}
          {isMissing && <NoStatistics className="mb-3.5" />}
        </>
      }
    />
  );
}

interface GroupFigureProps<Name extends StatsName> {
  stats: GroupedStats<Name>;
  /** As the index names the group of the row. */
  group: string | null;
  /** For a row that is known to have none. */
  none: ReactNode;
  children: (group: GroupOf<Name>) => ReactNode;
}

function GroupFigure<Name extends StatsName>({ stats, group, none, children }: GroupFigureProps<Name>) {
  const { data, error } = useGroups(stats);
  if (data === undefined && error === null) return <Skeleton className="h-3 w-8" />;
  const groups: readonly GroupOf<Name>[] = data?.groups ?? [];
  const found = groups.find((candidate) => candidate.group === group);
  if (found !== undefined) return children(found);
  // Without a group the row has none, unless some are in no group.
  if (data?.left_out === 0 && data.undated === 0) return none;
  return (
    <Maybe
      value={null}
      reason={error === null ? `${stats.subject} are not among those counted` : reasonOf(error)}
    />
  );
}

interface FigureOptions<Row, Name extends StatsName> {
  stats: GroupedStats<Name>;
  /** As the index names the group of a row. */
  groupOf: (row: Row) => string | null;
  /** For a row that is known to have none. */
  none: ReactNode;
}

/** Builds columns of statistics, in which each cell shows a figure of its row's group. */
export function figureColumns<Row, Name extends StatsName>(options: FigureOptions<Row, Name>) {
  const { stats, groupOf, none } = options;
  return (
    id: string,
    header: string,
    meta: ColumnMeta<Row, never>,
    draw: (group: GroupOf<Name>, row: Row) => ReactNode,
  ): ColumnDef<Row, never> => ({
    id,
    header,
    meta: { numeric: true, statistic: true, ...meta },
    cell: ({ row: { original } }) => (
      <GroupFigure stats={stats} group={groupOf(original)} none={none}>
        {(group) => draw(group, original)}
      </GroupFigure>
    ),
  });
}

/** The number of a row's executions, and the share of them that succeeded. `filtersOf` selects them. */
export function runColumns<Row>(
  options: Omit<FigureOptions<Row, 'stats.executions'>, 'none'>,
  filtersOf: (row: Row) => Query,
): ColumnDef<Row, never>[] {
  const runs = figureColumns({ ...options, none: '0' });
  const rate = figureColumns({ ...options, none: NO_RUNS });
  return [
    runs('runs', 'Runs', { bar: 'w-8' }, ({ count }, row) => (
      <CountLink count={count} href={executions(filtersOf(row))} />
    )),
    rate('success_rate', 'Success rate', { bar: 'w-10' }, (group) => (
      <Percent value={successRate(group)} reason="not yet: no execution has finished" />
    )),
  ];
}

/** A count that leads to what it counts. */
export function CountLink({ count, href }: { count: number; href: string }) {
  return (
    <PlainLink href={href} className="hover:text-accent hover:underline">
      {groupDigits(count)}
    </PlainLink>
  );
}

/** A rate or a mean of a row that is known to have no executions. */
export const NO_RUNS = <Maybe value={null} reason="none: no execution has been indexed" />;
