// Query options for any row of the endpoint table: the one place where key, reader and retry rules are said.
// Invariant: the key is [name, params, query] and holds strings only, so that it can be hashed, sent from the server and matched by the live part.
import { queryOptions, type QueryKey } from '@tanstack/react-query';
import type { Answer, EndpointName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import { read, type Read } from '@/lib/client/read';
import { retryDelay, shouldRetry } from '@/lib/client/retry';

/** How long an answer counts as fresh; events refresh it earlier. */
export const FRESH_MS = 30_000;

/** The query key of a request; absent filters are not in it. */
export function endpointKey<Name extends EndpointName>(
  name: Name,
  params: ParamsInput<Name>,
  query: QueryInput<Name> = {},
): readonly [Name, Record<string, string>, Record<string, string>] {
  const given = Object.entries<string | undefined>(query).filter(([, value]) => value !== undefined);
  return [name, params, Object.fromEntries(given) as Record<string, string>];
}

function sameResource(one: QueryKey | undefined, other: QueryKey): boolean {
  return one !== undefined && one[0] === other[0] && JSON.stringify(one[1]) === JSON.stringify(other[1]);
}

/**
 * Options for useQuery, prefetchQuery and the like. While another page or filter of the same resource loads, the former answer stays
 * (isPlaceholderData says so); of another resource nothing is kept. `by`: the reader, the relay over HTTP unless a server page gives its own.
 */
export function endpointQuery<Name extends EndpointName>(
  name: Name,
  params: ParamsInput<Name>,
  query: QueryInput<Name> = {},
  by: Read = read,
) {
  const key = endpointKey(name, params, query);
  return queryOptions<Answer<Name>, Error, Answer<Name>, readonly unknown[]>({
    queryKey: key,
    queryFn: ({ signal }) => by(name, params, query, { signal }),
    staleTime: FRESH_MS,
    networkMode: 'always',
    retry: shouldRetry,
    retryDelay: (failures, error) => retryDelay(failures, error, Math.random),
    placeholderData: (former, formerQuery) => (sameResource(formerQuery?.queryKey, key) ? former : undefined),
  });
}
