// Query options for any endpoint: key, reader and retry rules in one place.
// Invariant: the key is [name, params, query] with strings only, so that it can be hashed, sent by the server and matched against events.
import { queryOptions, type QueryKey } from '@tanstack/react-query';
import type { Answer, EndpointName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import { ApiError } from '@/lib/client/api-error';
import { read, type Read } from '@/lib/client/read';
import { backoffMs } from '@/lib/time/backoff';

/** How long an answer counts as fresh unless an event refreshes it. */
export const FRESH_MS = 30_000;

/** The query key of a request, without undefined filters. */
export function endpointKey<Name extends EndpointName>(
  name: Name,
  params: ParamsInput<Name>,
  query: QueryInput<Name> = {},
): readonly [Name, Record<string, string>, Record<string, string>] {
  const entries = Object.entries<string | undefined>(query).filter(([, value]) => value !== undefined);
  return [name, params, Object.fromEntries(entries) as Record<string, string>];
}

/** The endpoint and path parameters of a query key, as text. */
function resourceOf(key: QueryKey): string {
  const [name, params] = key[0] === 'snapshot' ? key.slice(1) : key;
  return JSON.stringify([name, params]);
}

/** For placeholderData: the previous answer stands in only for another page or filter of the same resource. */
export function isSameResource(a: QueryKey | undefined, b: QueryKey): boolean {
  return a !== undefined && resourceOf(a) === resourceOf(b);
}

/** Statuses that a retry would not change. */
const FINAL = new Set([400, 401, 403, 404, 405, 409, 413, 414, 422, 501]);
const TRIES = 4;
const RETRY = { firstMs: 500, longestMs: 30_000, jitter: 1 };
/** Longer requested waits than this, at once or in total, are shown as a failure, with the wait. */
const PATIENCE_MS = 60_000;
/** Up to this is added to a requested wait, so that tabs that were refused together do not return together. */
const SPREAD_MS = 1_000;

/** Whether to try again after `failures` failures: only what may succeed, and for a bounded time. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (FINAL.has(error.status) || error.field !== null) return false;
  const requestedWait = error.retry_after_ms ?? 0;
  // Earlier waits were as long: a service that keeps refusing is not waited for indefinitely.
  if (requestedWait * (failures + 1) > PATIENCE_MS) return false;
  return failures < TRIES;
}

/** Milliseconds before the next try: what the service requested, else the back-off. `random` yields 0 to 1. */
export function retryDelay(failures: number, error: unknown, random: () => number): number {
  const requestedWait = error instanceof ApiError ? error.retry_after_ms : null;
  if (requestedWait !== null)
    return Math.round(requestedWait + random() * Math.min(SPREAD_MS, requestedWait));
  return Math.round(backoffMs(RETRY, failures + 1, random));
}

/** Options of every query that reads the index. */
export const readOptions = {
  staleTime: FRESH_MS,
  networkMode: 'always' as const,
  retry: shouldRetry,
  retryDelay: (failures: number, error: Error) => retryDelay(failures, error, Math.random),
};

/**
 * Options for useQuery, prefetchQuery and the like. `by` reads through the relay over HTTP, or with the reader of a server page. `maxAgeMs`: as in
 * ReadOptions.
 */
export function endpointQuery<Name extends EndpointName>(
  name: Name,
  params: ParamsInput<Name>,
  query: QueryInput<Name> = {},
  by: Read = read,
  maxAgeMs?: number,
) {
  const key = endpointKey(name, params, query);
  return queryOptions<Answer<Name>, Error, Answer<Name>, readonly unknown[]>({
    ...readOptions,
    queryKey: key,
    queryFn: ({ signal }) => by(name, params, query, { signal, ...(maxAgeMs !== undefined && { maxAgeMs }) }),
    placeholderData: (previous, from) => (isSameResource(from?.queryKey, key) ? previous : undefined),
  });
}
