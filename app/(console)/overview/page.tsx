import type { Metadata } from 'next';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { endpoints } from '@/lib/contract/endpoints';
import { readOnServer, sessionOnServer } from '@/lib/relay/server-reader';
import { OverviewPage } from './overview-page';
import { figureQuery, isByStatus, STATES, statusCountsQuery, TOTALS } from './overview-queries';

export const metadata: Metadata = { title: 'Overview' };

export default async function Overview() {
  const { scopes } = await sessionOnServer();
  const readable = [...STATES, ...TOTALS].filter(({ name }) => scopes.includes(endpoints[name].access));
  const queries = [
    ...readable.filter((figure) => !isByStatus(figure)).map((figure) => figureQuery(figure, readOnServer)),
    ...(readable.some(isByStatus) ? [statusCountsQuery(readOnServer)] : []),
  ];
  return (
    <Prefetched queries={queries}>
      <OverviewPage />
    </Prefetched>
  );
}
