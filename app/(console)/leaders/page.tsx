import type { Metadata } from 'next';
import { fromPageProps } from '@/lib/client/filters';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { listingQuery } from '@/lib/client/queries/listing-query';
import { readOnServer } from '@/lib/relay/server-reader';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { LeadersTable } from './leaders-table';

export const metadata: Metadata = { title: 'Leaders' };

export default async function LeadersPage({ searchParams }: PageProps<'/leaders'>) {
  const search = fromPageProps(await searchParams);
  return (
    <Prefetched
      queries={[
        listingQuery('leaders.list', {}, search, readOnServer),
        endpointQuery('leaders.registry', {}, {}, readOnServer),
      ]}
    >
      <LeadersTable />
    </Prefetched>
  );
}
