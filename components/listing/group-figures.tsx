// Columns of statistics: one request for all rows of a list, of which each cell shows its row's group.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '@/components/shell/failure';
import { useMay } from '@/components/shell/session-context';
import { PlainLink } from '@/components/ui/plain-link';
import { Skeleton } from '@/components/ui/skeleton';
import { Maybe } from '@/components/values/maybe';
import { failureOf, isNotProvided } from '@/lib/client/failure';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { endpoints, type Answer, type QueryInput } from '@/lib/contract/endpoints';
import { groupDigits } from '@/lib/view/amount';

/** Tabs and visitors with the same key share figures of this age. */
const SHARED_MS = 30_000;
const STALE_MS = 5 * 60_000;

type StatsName = 'stats.executions' | 'stats.vertices' | 'stats.leaders';

export interface GroupedStats<Name extends StatsName> {
  name: Name;
  query: QueryInput<Name>;
  /** What is counted: "its executions". */
  counted: string;
}
type GroupOf<Name extends StatsName> = Answer<Name>['groups'][number];

function useGroups<Name extends StatsName>({ name, query }: GroupedStats<Name>) {
  const may = useMay(endpoints[name].access);
  const options = endpointQuery(name, {} as never, query, undefined, SHARED_MS);
  // Live events do not refresh it.
  const queryKey = ['figure', ...options.queryKey];
  return { may, ...useQuery({ ...options, queryKey, staleTime: STALE_MS, enabled: may }) };
}

/** Whether the key may read these statistics and the index has them, as far as is known. */
export function useHasStats<Name extends StatsName>(stats: GroupedStats<Name>): boolean {
  const { may, error } = useGroups(stats);
  return may && !isNotProvided(failureOf(error));
}

interface GroupFigureProps<Name extends StatsName> {
  stats: GroupedStats<Name>;
  /** As the index names the group of the row. */
  group: string | null;
  /** For a row that is known to have none. */
  none: ReactNode;
  children: (group: GroupOf<Name>) => ReactNode;
}

export function GroupFigure<Name extends StatsName>({
  stats,
  group,
  none,
  children,
}: GroupFigureProps<Name>) {
  const { data, error } = useGroups(stats);
  if (data === undefined && error === null) return <Skeleton className="h-3 w-8" />;
  const groups: readonly GroupOf<Name>[] = data?.groups ?? [];
  const found = groups.find((one) => one.group === group);
  if (found !== undefined) return children(found);
  // Without a group the row has none, unless some are in no group.
  if (data?.left_out === 0 && data.undated === 0) return none;
  return (
    <Maybe
      value={null}
      reason={error === null ? `${stats.counted} are not among those counted` : reasonOf(error)}
    />
  );
}

/** A count that leads to what it counts. */
export function CountLink({ count, href }: { count: number; href: string }) {
  return (
    <PlainLink href={href} className="hover:text-accent hover:underline">
      {groupDigits(count)}
    </PlainLink>
  );
}

/** A share of those that ended; null when none has. */
export function Percent({ value, reason }: { value: string | null; reason: string }) {
  return (
    <Maybe value={value} reason={reason}>
      {(percent) => `${percent} %`}
    </Maybe>
  );
}

/** Of a row that is known to have no executions. */
export const NO_RUNS = <span className="text-3">no runs</span>;
