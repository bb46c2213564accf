import { dehydrate, QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ABSENT_STATUSES } from '@/lib/client/absent-endpoints';
import { NAMES_MAX_AGE_MS, namesOfQuery, namesQuery } from '@/lib/client/names';
import { dehydrateAnswer } from '@/lib/client/queries/dehydrate-answer';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { endpoints } from '@/lib/contract/endpoints';
import { ContractError } from '@/lib/contract/errors';
import { MOST_NAMES } from '@/lib/contract/names';
import { readOnServer, sessionOnServer } from '@/lib/relay/server-reader';
import type { Named } from '@/lib/view/names';
import { HydrateFor } from '@/components/record/hydrate-for';

/** The browser waits for a slower answer; the page is sent with skeletons. */
const MAX_WAIT_MS = 1200;

/** Query options with the server's reader; as in the browser, one that is not `enabled` is not read. */
interface FirstQuery {
  enabled?: unknown;
}

interface PageQueries {
  /** The browser repeats one that fails. */
  queries: readonly FirstQuery[];
  /** More of them, chosen by what has been read. */
  more?: (read: QueryClient) => readonly FirstQuery[];
}

/** Connections whose index has no names, and until when it is not asked again. */
const unnamedUntil = new Map<string | null, number>();
const REPEAT_AFTER_MS = 3_600_000;

/** The names in the answers so far, and the ids without one. */
function namesRead(client: QueryClient): { named: Named[]; unnamed: string[] } {
  const found = client
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => namesOfQuery(queryKey, state.data));
  const named = found.flatMap((each) => each.named);
  const known = new Set(named.map(({ id }) => id));
  return { named, unnamed: found.flatMap(({ unnamed }) => unnamed.filter((id) => !known.has(id))) };
}

/** What a page starts with: the first answers, and the names that they do not carry. */
export async function readFirst({ queries, more = () => [] }: PageQueries) {
  const client = new QueryClient();
  const { connection, scopes } = await sessionOnServer();
  const prefetch = (all: readonly FirstQuery[]) =>
    Promise.all(
      all
        .filter(({ enabled }) => enabled !== false)
        .map((options) =>
          client.prefetchQuery({ ...(options as Parameters<QueryClient['prefetchQuery']>[0]), retry: false }),
        ),
    );
  const readNames = async () => {
    const ids = [...new Set(namesRead(client).unnamed)].slice(0, MOST_NAMES);
    const isReadable = scopes.includes(endpoints.names.access);
    if (ids.length === 0 || !isReadable || (unnamedUntil.get(connection) ?? 0) > Date.now()) return;
    const query = endpointQuery('names', {}, namesQuery(ids), readOnServer, NAMES_MAX_AGE_MS);
    await client.prefetchQuery({ ...query, retry: false });
    const { error } = client.getQueryState(query.queryKey) ?? {};
    if (error instanceof ContractError && ABSENT_STATUSES.includes(error.status)) {
      if (unnamedUntil.size > 1_000) unnamedUntil.clear();
      unnamedUntil.set(connection, Date.now() + REPEAT_AFTER_MS);
    }
  };
  const all = prefetch(queries)
    .then(() => prefetch(more(client)))
    .then(readNames);
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([all, new Promise((done) => (timer = setTimeout(done, MAX_WAIT_MS)))]);
  clearTimeout(timer);
  return { client, connection, named: namesRead(client).named };
}

interface FirstAnswersProps {
  first: ReturnType<typeof readFirst>;
  children: ReactNode;
}

/** A page with answers in the HTML that are being read already. */
export async function FirstAnswers({ first, children }: FirstAnswersProps) {
  const { client, connection } = await first;
  return (
    <HydrateFor connection={connection} state={dehydrate(client, { serializeData: dehydrateAnswer })}>
      {children}
    </HydrateFor>
  );
}

/** A page with its first answers in the HTML. */
export const Prefetched = ({ children, ...page }: PageQueries & { children: ReactNode }) => (
  <FirstAnswers first={readFirst(page)}>{children}</FirstAnswers>
);
