import type { Metadata } from 'next';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { readEventSearch } from '@/lib/client/event-filter';
import { fromPageProps } from '@/lib/client/filter-url';
import { eventHistory } from '@/lib/client/queries/event-queries';
import { readOnServer } from '@/lib/relay/server-reader';
import { EventsView } from './events-view';

export const metadata: Metadata = { title: 'Events' };

export default async function EventsPage({ searchParams }: PageProps<'/events'>) {
  const { query } = readEventSearch(fromPageProps(await searchParams));
  return (
    <Prefetched queries={[eventHistory(query, () => null, readOnServer)]}>
      <EventsView />
    </Prefetched>
  );
}
