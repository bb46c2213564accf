import {
  defaultShouldDehydrateQuery,
  dehydrate,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ABSENT_STATUSES } from '@/lib/contract/absence';
import { scopeOf } from '@/lib/client/api-error';
import { NAMES_MAX_AGE_MS, namesOfQuery, namesQuery } from '@/lib/client/names';
import { dehydrateAnswer, documentBudget } from '@/lib/client/queries/dehydrate-answer';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { endpoint, isEndpointName } from '@/lib/contract/endpoints';
import { ContractError } from '@/lib/contract/errors';
import { MOST_NAMES } from '@/lib/contract/names';
import { limitOnServer, readOnServer, sessionOnServer } from '@/lib/relay/server-reader';
import type { Named } from '@/lib/view/names';
import { HydrateFor } from '@/components/record/hydrate-for';

/** The browser waits for a slower answer; the page is sent with skeletons. */
const MAX_WAIT_MS = 1200;

/** Query options with the server's reader; as in the browser, one that is not `enabled` is not read. */
export interface FirstQuery {
  queryKey: QueryKey;
  enabled?: unknown;
}

interface PageQueries {
  /** The browser repeats one that fails. */
  queries: readonly FirstQuery[];
  /** More of them, chosen by what has been read. */
  more?: (read: QueryClient) => readonly FirstQuery[];
}

/** Until when an index is not asked again for an endpoint that it lacks, by connection and endpoint. */
const absentUntil = new Map<string, number>();
const REPEAT_AFTER_MS = 3_600_000;
const MOST_ABSENCES = 10_000;

/** Whether a key with these scopes may read what the query reads. */
function isReadable(queryKey: QueryKey, scopes: readonly string[]): boolean {
  const name = queryKey.find(isEndpointName);
  if (name === undefined) return true;
  const scope = scopeOf(name);
  return scope === null || scopes.includes(scope);
}

/** The endpoint of a query; undefined for one whose path has an id, because its absence says nothing of others. */
const endpointOf = (queryKey: QueryKey) =>
  queryKey.find((part) => isEndpointName(part) && !endpoint(part).path.includes('{'));

/** The names in the answers so far, and the ids without one. */
function namesRead(client: QueryClient): { named: Named[]; unnamed: string[] } {
  const answers = client
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => namesOfQuery(queryKey, state.data));
  const named = answers.flatMap((each) => each.named);
  const namedIds = new Set(named.map(({ id }) => id));
  return { named, unnamed: answers.flatMap(({ unnamed }) => unnamed.filter((id) => !namedIds.has(id))) };
}

/** What a page starts with: the first answers, and the names that they do not carry. */
export async function readFirst({ queries, more = () => [] }: PageQueries) {
  const client = new QueryClient();
  const { connection, scopes } = await sessionOnServer();
  const prefetch = async (options: FirstQuery) => {
    const place = `${connection} ${String(endpointOf(options.queryKey))}`;
    if (options.enabled === false || !isReadable(options.queryKey, scopes)) return;
    if ((absentUntil.get(place) ?? 0) > Date.now()) return;
    await client.prefetchQuery({ ...options, retry: false });
    const { error } = client.getQueryState(options.queryKey) ?? {};
    if (!(error instanceof ContractError && ABSENT_STATUSES.includes(error.status))) return;
    if (endpointOf(options.queryKey) === undefined) return;
    if (absentUntil.size > MOST_ABSENCES) absentUntil.clear();
    absentUntil.set(place, Date.now() + REPEAT_AFTER_MS);
  };
  const readNames = async () => {
    const ids = [...new Set(namesRead(client).unnamed)].slice(0, MOST_NAMES);
    if (ids.length > 0)
      await prefetch(endpointQuery('names', {}, namesQuery(ids), readOnServer, NAMES_MAX_AGE_MS));
  };
  const all = Promise.all(queries.map(prefetch))
    .then(() => Promise.all(more(client).map(prefetch)))
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
  const fits = documentBudget();
  const shouldDehydrateQuery = (query: Query) => defaultShouldDehydrateQuery(query) && fits(query.state.data);
  return (
    <HydrateFor
      connection={connection}
      state={dehydrate(client, { serializeData: dehydrateAnswer, shouldDehydrateQuery })}
      limit={await limitOnServer()}
    >
      {children}
    </HydrateFor>
  );
}

/** A page with its first answers in the HTML. */
export const Prefetched = ({ children, ...page }: PageQueries & { children: ReactNode }) => (
  <FirstAnswers first={readFirst(page)}>{children}</FirstAnswers>
);
