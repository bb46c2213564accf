import type { Metadata } from 'next';
import { fromPageProps } from '@/lib/client/filters';
import { listingQuery } from '@/lib/client/queries/listing-query';
import { readOnServer } from '@/lib/relay/server-reader';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { AgentsTable } from './agents-table';

export const metadata: Metadata = { title: 'Agents' };

export default async function AgentsPage({ searchParams }: PageProps<'/agents'>) {
  const search = fromPageProps(await searchParams);
  return (
    <Prefetched queries={[listingQuery('agents.list', {}, search, readOnServer)]}>
      <AgentsTable />
    </Prefetched>
  );
}
