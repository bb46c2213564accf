import type { Metadata } from 'next';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { fromPageProps } from '@/lib/client/filter-url';
import { readOnServer } from '@/lib/relay/server-reader';
import { KeyUsage } from './key-usage';
import { loadUsageUrl, usageQueries } from './usage-queries';

export const metadata: Metadata = { title: 'Key & usage' };

interface KeyProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function KeyPage({ searchParams }: KeyProps) {
  const url = loadUsageUrl(fromPageProps(await searchParams));
  return (
    <Prefetched queries={Object.values(usageQueries(url, Date.now(), readOnServer))}>
      <KeyUsage />
    </Prefetched>
  );
}
