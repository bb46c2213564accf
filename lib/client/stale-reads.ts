// Answers on the screen that could not be read again: they stay, and this finds them, so that no page has to remember to say so.
// Invariant: an answer is listed from the failure of its last try until it is answered anew; one that nobody looks at is not listed.
import type { QueryCache } from '@tanstack/react-query';
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

/** The stale answers that are in use, oldest first. */
export function staleReads(cache: QueryCache): StaleRead[] {
  return cache
    .getAll()
    .flatMap((query) => {
      const { data, dataUpdatedAt, error } = query.state;
      const failure = data === undefined ? null : failureOf(error);
      const ours = names.has(query.queryKey[0]) && query.meta?.['marksItself'] !== true;
      return failure !== null && ours && query.isActive() ? [{ failure, answered_at: dataUpdatedAt }] : [];
    })
    .sort((one, other) => one.answered_at - other.answered_at);
}
