import type { Metadata } from 'next';
import { fromPageProps } from '@/lib/client/filters';
import { listingQuery } from '@/lib/client/queries/listing-query';
import { readOnServer } from '@/lib/relay/server-reader';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { TasksTable } from './tasks-table';

export const metadata: Metadata = { title: 'Tasks' };

export default async function TasksPage({ searchParams }: PageProps<'/tasks'>) {
  const search = fromPageProps(await searchParams);
  return (
    <Prefetched queries={[listingQuery('tasks.list', {}, search, readOnServer)]}>
      <TasksTable />
    </Prefetched>
  );
}
