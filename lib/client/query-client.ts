// The query client of a tab (on the server: of a request), which reports an ended session, and the data in it that could not be refreshed.
import { QueryCache, QueryClient, replaceEqualDeep, type Query } from '@tanstack/react-query';
import { answeredAt } from '@/lib/client/answered-at';
import { endpointNames } from '@/lib/contract/endpoints';
import { hasProtoKey } from '@/lib/json/proto-key';
import { ApiError, failureOf, type Failure } from './api-error';

/** `after`, with the parts of `before` that have not changed; the library would drop the key `__proto__`. */
const withSameParts = (before: unknown, after: unknown): unknown =>
  hasProtoKey(after) ? after : replaceEqualDeep(before, after);

/** `onSignedOut` runs on every 401 with its reason, and should leave the page. */
export function createQueryClient(onSignedOut: (reason: string) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiError && error.status === 401) onSignedOut(error.message);
      },
    }),
    defaultOptions: { queries: { refetchOnWindowFocus: false, structuralSharing: withSameParts } },
  });
}

/** `meta` of a query whose page reports a failed refresh itself. */
export const MARKS_ITSELF = { marksItself: true } as const;

export interface StaleRead {
  failure: Failure;
  /** When the data on screen was read, in milliseconds since 1970. */
  answered_at: number;
}

const names = new Set<unknown>(endpointNames);

/** Whether both read the same resource, with any filters. */
function sameResource(a: Query, b: Query): boolean {
  const [name, params] = a.queryKey;
  return b.queryKey[0] === name && JSON.stringify(b.queryKey[1]) === JSON.stringify(params);
}

/**
 * The stale data in use, oldest first: from a query's failure to its next success, unless its page marks the resource itself.
 */
export function staleReads(cache: QueryCache): StaleRead[] {
  const stale = cache
    .getAll()
    .filter(({ state }) => state.data !== undefined && state.error !== null)
    .filter((query) => names.has(query.queryKey[0]) && query.isActive());
  const selfMarking = stale.filter(({ meta }) => meta?.['marksItself'] === true);
  return stale
    .filter((query) => !selfMarking.some((other) => sameResource(other, query)))
    .flatMap(({ state }) => {
      const { error } = state;
      const failure = failureOf(error);
      return failure === null ? [] : [{ failure, answered_at: answeredAt(state) }];
    })
    .sort((a, b) => a.answered_at - b.answered_at);
}
