import type { Metadata } from 'next';
import { fromPageProps } from '@/lib/client/filters';
import { listingQuery } from '@/lib/client/queries/listing-query';
import { readOnServer } from '@/lib/relay/server-reader';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { DagsTable } from './dags-table';

export const metadata: Metadata = { title: 'DAGs' };

export default async function DagsPage({ searchParams }: PageProps<'/dags'>) {
  const search = fromPageProps(await searchParams);
  return (
    <Prefetched queries={[listingQuery('dags.list', {}, search, readOnServer)]}>
      <DagsTable />
    </Prefetched>
  );
}
