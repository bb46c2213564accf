import { dehydrate, QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dehydrateAnswer } from '@/lib/client/queries/dehydrate-answer';
import { sessionOnServer } from '@/lib/relay/server-reader';
import { HydrateFor } from '@/components/record/hydrate-for';

/** The browser waits for a slower answer; the page is sent with skeletons. */
const MAX_WAIT_MS = 1200;

interface PrefetchedProps {
  /** Query options with the server's reader; the browser repeats one that fails. */
  queries: readonly object[];
  /** More of them, chosen by what has been read. */
  more?: (read: QueryClient) => readonly object[];
  children: ReactNode;
}

/** A page with its first answers in the HTML. */
export async function Prefetched({ queries, more = () => [], children }: PrefetchedProps) {
  const client = new QueryClient();
  const prefetch = (all: readonly object[]) =>
    Promise.all(
      all.map((options) =>
        client.prefetchQuery({ ...(options as Parameters<QueryClient['prefetchQuery']>[0]), retry: false }),
      ),
    );
  const all = prefetch(queries).then(() => prefetch(more(client)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([all, new Promise((done) => (timer = setTimeout(done, MAX_WAIT_MS)))]);
  clearTimeout(timer);
  const { connection } = await sessionOnServer();
  return (
    <HydrateFor connection={connection} state={dehydrate(client, { serializeData: dehydrateAnswer })}>
      {children}
    </HydrateFor>
  );
}
