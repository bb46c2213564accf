import type { Metadata } from 'next';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { fromPageProps } from '@/lib/client/filters';
import { periodEnd, periodOf, periodQueries } from '@/lib/client/queries/run-statistics-query';
import { endpoints } from '@/lib/contract/endpoints';
import { readOnServer, sessionOnServer } from '@/lib/relay/server-reader';
import { OverviewPage } from './overview-page';
import { figureQuery, isByStatus, STATES, statusCountsQuery, TOTALS } from './overview-queries';

export const metadata: Metadata = { title: 'Overview' };

interface OverviewProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Overview({ searchParams }: OverviewProps) {
  const { scopes } = await sessionOnServer();
  const period = periodOf(fromPageProps(await searchParams).get('period')).value;
  const readable = [...STATES, ...TOTALS].filter(({ name }) => scopes.includes(endpoints[name].access));
  const queries = [
    ...readable.filter((figure) => !isByStatus(figure)).map((figure) => figureQuery(figure, readOnServer)),
    ...(readable.some(isByStatus) ? [statusCountsQuery(readOnServer)] : []),
  ];
  return (
    <Prefetched
      queries={queries}
      // An index without statistics is not asked for the others.
      more={(client) =>
        client.getQueryData(statusCountsQuery().queryKey) === undefined
          ? []
          : periodQueries(period, periodEnd(Date.now()), {}, readOnServer)
      }
    >
      <OverviewPage />
    </Prefetched>
  );
}
