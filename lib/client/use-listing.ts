// A listing as a page needs it: what the URL asks, what the index answered, and what may be drawn without moving anything under the reader.
// Invariant: a failure is never an empty list; rows of another page or filter stand only while theirs are awaited, and are marked as such.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Item, ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import type { Listing } from '@/lib/contract/record';
import { failureOf, scopeOf, type Failure } from './failure';
import { narrowing, readFilters, type DroppedFilter } from './filters';
import { settle, takeAll } from './held-rows';
import { placeOf, type Place } from './listing-window';
import { endpointQuery } from './queries/endpoint-query';
import { useAsked } from './use-asked';
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
  /** Every row was read, not a page: how many were looked through, and whether those were all. Null for a page. */
  whole: { looked: number; complete: boolean } | null;
  /** The field whose unknown values are wanted, which is found out here and not by the index. */
  unknown: string | null;
  showNewer: () => void;
  retry: () => void;
}

interface Options<Row> {
  rowId: (row: Row) => string;
  /** False while the reader is reading: rows must not move. */
  idle: boolean;
  /** The fields of which the rows without a known value can be asked for (`?unknown=`). */
  unknowable?: readonly string[];
}

/** Rows above a window that is held still: the same filters without it, one row asked, the totals compared. */
function useNewer<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  query: QueryInput<Name>,
  of: number | null,
): number {
  const asked = { ...narrowing(query), page_size: '1' } as QueryInput<Name>;
  const now = useQuery({ ...endpointQuery(name, params, asked), enabled: of !== null });
  const all = (now.data as Listing<unknown> | undefined)?.metadata.total_items;
  return of === null || all === undefined ? 0 : Math.max(0, all - of);
}

/** The listing that the URL's search part asks for. */
export function useListing<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  search: URLSearchParams,
  { rowId, idle, unknowable = [] }: Options<Item<Name>>,
): ListingState<Item<Name>> {
  const { query, dropped, renamed } = readFilters(name, search);
  const wanted = search.get('unknown');
  const unknown = wanted !== null && unknowable.includes(wanted) ? wanted : null;
  const asked = useAsked(name, params, query, search, unknown, rowId);
  const { answer, whole } = asked;
  const place = whole === null ? placeOf(query) : { size: Math.max(1, answer?.items.length ?? 1), offset: 0 };

  const [held, setHeld] = useState(() => takeAll(asked.key, answer));
  const settled = settle(held, { key: asked.key, answer, still: !idle || place.offset > 0 }, rowId);
  if (settled !== held) setHeld(settled);

  const newer = useNewer(name, params, query, asked.window);
  const error = useLastError(asked.key, asked.error, answer !== null);
  return {
    rows: settled.rows,
    total: answer?.metadata.total_items ?? null,
    place,
    next_token: answer?.metadata.next_token ?? null,
    loading: answer === null && error === null,
    fetching: asked.fetching,
    changing: asked.changing,
    failure: failureOf(error),
    trying: failureOf(error === null ? asked.failureReason : null),
    answered_at: asked.answered_at,
    newer: asked.newer ?? (asked.window === null ? settled.newer : newer),
    left: settled.left,
    filters: { ...narrowing(query), ...(unknown !== null && { [unknown]: 'unknown' }) },
    dropped,
    renamed,
    scope: scopeOf(name),
    whole,
    unknown,
    showNewer: () => (whole === null ? setHeld(takeAll(asked.key, answer)) : asked.again()),
    retry: asked.again,
  };
}
