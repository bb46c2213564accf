import type { Metadata } from 'next';
import { fromPageProps } from '@/lib/client/filters';
import { listingQuery } from '@/lib/client/queries/listing-query';
import { readOnServer } from '@/lib/relay/server-reader';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { ExecutionsTable } from './executions-table';

export const metadata: Metadata = { title: 'Executions' };

export default async function ExecutionsPage({ searchParams }: PageProps<'/executions'>) {
  const search = fromPageProps(await searchParams);
  return (
    <Prefetched queries={[listingQuery('executions.list', {}, search, readOnServer)]}>
      <ExecutionsTable />
    </Prefetched>
  );
}
