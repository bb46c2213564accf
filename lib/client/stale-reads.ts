// Answers on the screen that could not be read again: they stay, and this finds them, so that no page has to remember to say so.
// Invariant: an answer is listed from the failure of its last try until it is answered anew; one that nobody looks at is not listed, nor one of a resource
// of which another part of the page says by itself that it is old.
import type { Query, QueryCache } from '@tanstack/react-query';
import { endpointNames } from '@/lib/contract/endpoints';
import { failureOf, type Failure } from './failure';

/** `meta` of a query whose page says by itself that its answer is old. */
export const MARKS_ITSELF = { marksItself: true } as const;

export interface StaleRead {
  failure: Failure;
  /** When the answer on the screen was given, in ms since 1970. */
  answered_at: number;
}

const names = new Set<unknown>(endpointNames);

/** Whether both read the same resource, if with other filters. */
function ofOne(one: Query, other: Query): boolean {
  const [name, params] = one.queryKey;
  return other.queryKey[0] === name && JSON.stringify(other.queryKey[1]) === JSON.stringify(params);
}

/** The stale answers that are in use, oldest first. */
export function staleReads(cache: QueryCache): StaleRead[] {
  const stale = cache
    .getAll()
    .filter(({ state }) => state.data !== undefined && state.error !== null)
    .filter((query) => names.has(query.queryKey[0]) && query.isActive());
  const marked = stale.filter(({ meta }) => meta?.['marksItself'] === true);
  return stale
    .filter((query) => !marked.some((one) => ofOne(one, query)))
    .flatMap(({ state: { error, dataUpdatedAt } }) => {
      const failure = failureOf(error);
      return failure === null ? [] : [{ failure, answered_at: dataUpdatedAt }];
    })
    .sort((one, other) => one.answered_at - other.answered_at);
}
