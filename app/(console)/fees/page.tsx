import type { Metadata } from 'next';
import { fromPageProps } from '@/lib/client/filters';
import { listingQuery } from '@/lib/client/queries/listing-query';
import { readOnServer } from '@/lib/relay/server-reader';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { FeesTable } from './fees-table';

export const metadata: Metadata = { title: 'Priority fees' };

export default async function FeesPage({ searchParams }: PageProps<'/fees'>) {
  const search = fromPageProps(await searchParams);
  return (
    <Prefetched queries={[listingQuery('priority-fees.events', {}, search, readOnServer)]}>
      <FeesTable />
    </Prefetched>
  );
}
