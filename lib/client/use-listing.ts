// A listing as a page needs it: what the URL asks, what the index answered, and what may be drawn without moving anything under the reader.
// Invariant: a failure is never an empty list; rows of another page or filter stand only while theirs are awaited, and are marked as such.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Item, ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import type { Listing } from '@/lib/contract/record';
import { failureOf, scopeOf, type Failure } from './failure';
import { narrowing, readFilters, type DroppedFilter } from './filters';
import { settle, takeAll } from './held-rows';
import { canPin, placeOf, windowedQuery, type Place } from './listing-window';
import { endpointKey, endpointQuery } from './queries/endpoint-query';
import { MARKS_ITSELF } from './stale-reads';
import { useLastError } from './use-last-error';

export interface ListingState<Row> {
  rows: readonly Row[];
  /** Exact total of the rows that match; null before the first answer. */
  total: number | null;
  place: Place;
  next_token: number | null;
  /** No answer yet. */
  loading: boolean;
  /** Being read, for the first time or again. */
  fetching: boolean;
  /** Other rows are on their way: these are of the page or filter before. */
  changing: boolean;
  failure: Failure | null;
  /** A try that failed while the next is awaited. */
  trying: Failure | null;
  /** When the rows were answered, in ms; 0 before the first answer. */
  answered_at: number;
  newer: number;
  left: ReadonlySet<string>;
  filters: Readonly<Record<string, string>>;
  dropped: DroppedFilter[];
  renamed: { from: string; to: string }[];
  scope: string | null;
  showNewer: () => void;
  retry: () => void;
}

interface Options<Row> {
  rowId: (row: Row) => string;
  /** False while the reader is reading: rows must not move. */
  idle: boolean;
  enabled?: boolean;
}

/** Rows above a pinned window: the same filters without the pin, one row asked, the totals compared. */
function useNewerThanPin<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  query: QueryInput<Name>,
  pinned: boolean,
  total: number | null,
): number {
  const asked = { ...narrowing(query), page_size: '1' } as QueryInput<Name>;
  const unpinned = useQuery({ ...endpointQuery(name, params, asked), enabled: pinned });
  const all = (unpinned.data as Listing<unknown> | undefined)?.metadata.total_items;
  return pinned && all !== undefined && total !== null ? Math.max(0, all - total) : 0;
}

/** The listing that the URL's search part asks for. */
export function useListing<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  search: URLSearchParams,
  { rowId, idle, enabled = true }: Options<Item<Name>>,
): ListingState<Item<Name>> {
  const { query, dropped, renamed } = readFilters(name, search);
  const as_of = search.get('as_of');
  const sent = windowedQuery(name, query, as_of);
  const result = useQuery({ ...endpointQuery(name, params, sent), enabled, meta: MARKS_ITSELF });
  const answer = (result.data ?? null) as Listing<Item<Name>> | null;
  const place = placeOf(query);

  // While rows of the request before stand in, they are drawn as they were: nothing is counted against them.
  const key = JSON.stringify(result.isPlaceholderData ? 'before' : endpointKey(name, params, sent));
  const [held, setHeld] = useState(() => takeAll(key, answer));
  const settled = settle(held, { key, answer, still: !idle || place.offset > 0 }, rowId);
  if (settled !== held) setHeld(settled);

  const total = answer?.metadata.total_items ?? null;
  const pinned = enabled && as_of !== null && canPin(name);
  const abovePin = useNewerThanPin(name, params, query, pinned, total);
  const error = useLastError(key, result.error, answer !== null);
  return {
    rows: settled.rows,
    total,
    place,
    next_token: answer?.metadata.next_token ?? null,
    loading: answer === null && error === null,
    fetching: result.isFetching,
    changing: result.isPlaceholderData,
    failure: failureOf(error),
    trying: failureOf(error === null ? result.failureReason : null),
    answered_at: result.dataUpdatedAt,
    newer: pinned ? abovePin : settled.newer,
    left: settled.left,
    filters: narrowing(query),
    dropped,
    renamed,
    scope: scopeOf(name),
    showNewer: () => setHeld(takeAll(key, answer)),
    retry: () => void result.refetch(),
  };
}
