import type { Metadata } from 'next';
import { fromPageProps } from '@/lib/client/filters';
import { listingQuery } from '@/lib/client/queries/listing-query';
import { readOnServer } from '@/lib/relay/server-reader';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { ToolsTable } from './tools-table';

export const metadata: Metadata = { title: 'Tools' };

export default async function ToolsPage({ searchParams }: PageProps<'/tools'>) {
  const search = fromPageProps(await searchParams);
  return (
    <Prefetched queries={[listingQuery('tools.list', {}, search, readOnServer)]}>
      <ToolsTable />
    </Prefetched>
  );
}
