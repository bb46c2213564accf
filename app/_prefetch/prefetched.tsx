import { dehydrate, QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { asText } from '@/lib/client/queries/sent-as-text';
import { sessionOnServer } from '@/lib/relay/server-reader';
import { HydrateFor } from '@/components/record/hydrate-for';

/** Longer than this a page does not wait for the index: it is sent with skeletons and the browser asks by itself. */
const PATIENCE_MS = 1200;

interface PrefetchedProps {
  /** Query options made with the server's reader; one that fails is left to the browser, which shows the failure. */
  queries: readonly object[];
  children: ReactNode;
}

/** A page whose first answers come with its HTML. */
export async function Prefetched({ queries, children }: PrefetchedProps) {
  const client = new QueryClient();
  const all = Promise.all(
    queries.map((options) =>
      client.prefetchQuery({ ...(options as Parameters<QueryClient['prefetchQuery']>[0]), retry: false }),
    ),
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([all, new Promise((done) => (timer = setTimeout(done, PATIENCE_MS)))]);
  clearTimeout(timer);
  const { connection } = await sessionOnServer();
  return (
    <HydrateFor connection={connection} state={dehydrate(client, { serializeData: asText })}>
      {children}
    </HydrateFor>
  );
}
