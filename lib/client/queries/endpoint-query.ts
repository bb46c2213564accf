// Query options for any endpoint: key, reader and retry rules in one place.
// Invariant: the key is [name, params, query] with strings only, so that it can be hashed, sent by the server and matched against events.
import { queryOptions, type QueryKey } from '@tanstack/react-query';
import type { Answer, EndpointName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import { read, type Read } from '@/lib/client/read';
import { retryDelay, shouldRetry } from '@/lib/client/retry';

/** How long an answer counts as fresh unless an event refreshes it. */
export const FRESH_MS = 30_000;

/** The query key of a request, without undefined filters. */
export function endpointKey<Name extends EndpointName>(
  name: Name,
  params: ParamsInput<Name>,
  query: QueryInput<Name> = {},
): readonly [Name, Record<string, string>, Record<string, string>] {
  const given = Object.entries<string | undefined>(query).filter(([, value]) => value !== undefined);
  return [name, params, Object.fromEntries(given) as Record<string, string>];
}

/** The endpoint and path parameters of a query key, as text. */
function resourceOf(key: QueryKey): string {
  const [name, params] = key[0] === 'snapshot' ? key.slice(1) : key;
  return JSON.stringify([name, params]);
}

/** For placeholderData: the previous answer stands in only for another page or filter of the same resource. */
export function isSameResource(one: QueryKey | undefined, other: QueryKey): boolean {
  return one !== undefined && resourceOf(one) === resourceOf(other);
}

/** Options of every query that reads the index. */
export const readOptions = {
  staleTime: FRESH_MS,
  networkMode: 'always' as const,
  retry: shouldRetry,
  retryDelay: (failures: number, error: Error) => retryDelay(failures, error, Math.random),
};

/** Options for useQuery, prefetchQuery and the like. `by` reads through the relay over HTTP, or with a server page's own reader. */
export function endpointQuery<Name extends EndpointName>(
  name: Name,
  params: ParamsInput<Name>,
  query: QueryInput<Name> = {},
  by: Read = read,
) {
  const key = endpointKey(name, params, query);
  return queryOptions<Answer<Name>, Error, Answer<Name>, readonly unknown[]>({
    ...readOptions,
    queryKey: key,
    queryFn: ({ signal }) => by(name, params, query, { signal }),
    placeholderData: (previous, from) => (isSameResource(from?.queryKey, key) ? previous : undefined),
  });
}
