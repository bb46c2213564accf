import type { Metadata } from 'next';
import { minuteOf } from '@/app/(console)/tasks/task-counts';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { fromPageProps } from '@/lib/client/filter-url';
import { periodEnd } from '@/lib/client/queries/run-statistics-query';
import { readOnServer, sessionOnServer } from '@/lib/relay/server-reader';
import { OverviewPage } from './overview-page';
import { periodIn, presentQueries, statisticsQueries } from './overview-queries';

export const metadata: Metadata = { title: 'Overview' };

interface OverviewProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Overview({ searchParams }: OverviewProps) {
  const { scopes } = await sessionOnServer();
  const period = periodIn(fromPageProps(await searchParams));
  const now = Date.now();
  const [first, ...others] = statisticsQueries(
    period,
    periodEnd(now),
    (scope) => scopes.includes(scope),
    readOnServer,
  );
  return (
    <Prefetched
      queries={[first, ...presentQueries(minuteOf(now), readOnServer)]}
      // An index without statistics is not asked for more of them.
      more={(client) => (first.enabled && client.getQueryData(first.queryKey) === undefined ? [] : others)}
    >
      <OverviewPage />
    </Prefetched>
  );
}
