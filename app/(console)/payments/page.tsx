import type { Metadata } from 'next';
import { fromPageProps } from '@/lib/client/filters';
import { listingQuery } from '@/lib/client/queries/listing-query';
import { readOnServer } from '@/lib/relay/server-reader';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { PaymentsTable } from './payments-table';

export const metadata: Metadata = { title: 'Payments' };

export default async function PaymentsPage({ searchParams }: PageProps<'/payments'>) {
  const search = fromPageProps(await searchParams);
  return (
    <Prefetched queries={[listingQuery('payments.list', {}, search, readOnServer)]}>
      <PaymentsTable />
    </Prefetched>
  );
}
