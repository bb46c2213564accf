import type { QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { fromPageProps } from '@/lib/client/filter-url';
import { type Period, periodEnd, periodOf, periodQueries } from '@/lib/client/queries/run-statistics-query';
import { endpoints } from '@/lib/contract/endpoints';
import { readOnServer, sessionOnServer } from '@/lib/relay/server-reader';
import { OverviewPage } from './overview-page';
import { figureQuery, latestQuery, STATES, TOTALS, totalsQuery } from './overview-queries';

export const metadata: Metadata = { title: 'Overview' };

const LATEST = ['executions.list', 'events.list'] as const;

interface OverviewProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** An index without statistics is not asked for more of them, but for each figure. */
function furtherQueries(client: QueryClient, scopes: readonly string[], period: Period): readonly object[] {
  if (client.getQueryData(totalsQuery().queryKey) === undefined)
    return [...STATES, ...TOTALS]
      .filter(({ name }) => scopes.includes(endpoints[name].access))
      .map((figure) => figureQuery(figure, readOnServer));
  if (!scopes.includes(endpoints['stats.executions'].access)) return [];
  return periodQueries(period, periodEnd(Date.now()), {}, readOnServer);
}

export default async function Overview({ searchParams }: OverviewProps) {
  const { scopes } = await sessionOnServer();
  const period = periodOf(fromPageProps(await searchParams).get('period')).value;
  const latest = LATEST.filter((name) => scopes.includes(endpoints[name].access));

  return (
    <Prefetched
      queries={[totalsQuery(readOnServer), ...latest.map((name) => latestQuery(name, readOnServer))]}
      more={(client) => furtherQueries(client, scopes, period)}
    >
      <OverviewPage />
    </Prefetched>
  );
}
