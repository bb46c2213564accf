// A list as a page needs it: one page of it, or all rows once loaded. Invariant: a failure is never an empty list, and unless the reader is idle
// at the top, no row appears, disappears or moves: rows are updated in place, new ones only counted, those no longer in the list marked.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Item, ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import type { Listing } from '@/lib/contract/record';
import { failureOf, scopeOf, type Failure } from './failure';
import { narrowing, readFilters, type DroppedFilter } from './filters';
import { loadAllQuery } from './queries/all-pages-query';
import { listingQuery, pagePosition, snapshotOf, type PagePosition } from './queries/listing-query';
import { MARKS_ITSELF } from './query-client';
import { useFilterCheck } from './use-filter-check';
import { useLastError } from './use-last-error';

export interface Held<Row> {
  /** Identifies the request the rows belong to. */
  key: string;
  /** The last answer; null before the first. */
  answer: Listing<Row> | null;
  rows: readonly Row[];
  /** New rows above the ones shown. */
  newer: number;
  /** Ids of shown rows that are no longer in the list. */
  removed: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** Shows an answer as it is. */
export function takeAll<Row>(key: string, answer: Listing<Row> | null): Held<Row> {
  return { key, answer, rows: answer?.items ?? [], newer: 0, removed: NONE };
}

/** The rows after a fresh answer to the same request, each in its place. */
export function patch<Row>(held: Held<Row>, answer: Listing<Row>, idOf: (row: Row) => string): Held<Row> {
  const fresh = new Map(answer.items.map((row) => [idOf(row), row]));
  const shown = new Set(held.rows.map(idOf));
  const firstKnown = answer.items.findIndex((row) => shown.has(idOf(row)));
  const lead = firstKnown === -1 ? answer.items.length : firstKnown;
  // When the whole page is new, only the totals say how many rows are.
  const grown = answer.metadata.total_items - (held.answer?.metadata.total_items ?? 0) + held.newer;
  const newer = firstKnown === -1 ? Math.max(lead, grown) : lead;
  // New rows push others off the end of the page; those are still in the list.
  const covered = firstKnown === -1 ? 0 : held.rows.length - lead;
  const removed = held.rows
    .slice(0, Math.max(0, covered))
    .map(idOf)
    .filter((id) => !fresh.has(id));
  return {
    key: held.key,
    answer,
    rows: held.rows.map((row) => fresh.get(idOf(row)) ?? row),
    newer,
    removed: removed.length === 0 ? NONE : new Set(removed),
  };
}

/** The next state; the same object when nothing changes. `still`: rows must not move. Another request's answer replaces all rows. */
export function settle<Row>(
  held: Held<Row>,
  now: { key: string; answer: Listing<Row> | null; still: boolean },
  idOf: (row: Row) => string,
): Held<Row> {
  if (held.key !== now.key || held.answer === null) {
    return held.key === now.key && now.answer === null ? held : takeAll(now.key, now.answer);
  }
  if (!now.still && (held.newer > 0 || held.removed.size > 0))
    return takeAll(now.key, now.answer ?? held.answer);
  if (now.answer === null || now.answer === held.answer) return held;
  return now.still && held.rows.length > 0 ? patch(held, now.answer, idOf) : takeAll(now.key, now.answer);
}

export interface ListState<Row> {
  rows: readonly Row[];
  /** The rows as the index returned them last. */
  answered: readonly Row[];
  /** The index was asked for another order than newest first: its pages are no snapshots, and new rows arrive anywhere. */
  ordered: boolean;
  /** Exact number of rows that match; null until it is known that the index applied every filter. */
  total: number | null;
  /** Number of rows that the index counted, whether it applied the filters or not; 0 before the first answer. */
  listed: number;
  /** Filters that the index ignored. */
  ignored: readonly string[];
  /** Filters of which nothing shows whether the index applied them. */
  unchecked: readonly string[];
  position: PagePosition;
  next_token: number | null;
  /** No answer yet. */
  loading: boolean;
  fetching: boolean;
  /** The rows are those of the previous page or filter, until theirs arrive. */
  changing: boolean;
  failure: Failure | null;
  /** A failed attempt that is being retried. */
  retrying: Failure | null;
  /** When the rows were answered, in ms since 1970; 0 before the first answer. */
  answered_at: number;
  /** Rows that have arrived above those shown. */
  newer: number;
  /** Ids of rows that are shown but no longer in the list. */
  removed: ReadonlySet<string>;
  filters: Readonly<Record<string, string>>;
  dropped: DroppedFilter[];
  renamed: { from: string; to: string }[];
  scope: string | null;
  /** The page shows the list as it was with this many rows; null while it follows the newest. */
  snapshot: number | null;
  /** "Load all": still loading, or how many rows were read and whether those were all. */
  loadAll: 'off' | 'loading' | { read: number; complete: boolean };
  /** The query that reads all rows with these filters. */
  allRows: ReturnType<typeof loadAllQuery<ListingName>>;
  showNewer: () => void;
  retry: () => void;
}

interface Options<Row> {
  rowId: (row: Row) => string;
  /** False while the list is being read: rows must not move. */
  idle: boolean;
}

function loadAllState(all: { items: readonly unknown[]; complete: boolean } | undefined) {
  return all === undefined ? 'loading' : { read: all.items.length, complete: all.complete };
}

/** All rows that match. */
function useAllRows<Name extends ListingName>(
  options: ReturnType<typeof loadAllQuery<Name>>,
  enabled: boolean,
) {
  const query = useQuery({ ...options, enabled, meta: MARKS_ITSELF });
  const { data } = query;
  // The same object until there are other rows: each new one is compared with the rows on the screen.
  const answer = useMemo(
    (): Listing<Item<Name>> | null =>
      data === undefined || !enabled
        ? null
        : { items: data.items, metadata: { next_token: null, total_items: data.total_items } },
    [data, enabled],
  );
  return { query, answer };
}

/** The list that the search part of the URL asks for. */
export function useList<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  search: URLSearchParams,
  { rowId, idle }: Options<Item<Name>>,
): ListState<Item<Name>> {
  const client = useQueryClient();
  const { query, dropped, renamed } = readFilters(name, search);
  const ordered = 'order_by' in query;
  const isAll = search.get('all') === 'true';
  const filters = narrowing(query);

  const pageOptions = listingQuery(name, params, search);
  const page = useQuery({ ...pageOptions, meta: MARKS_ITSELF });
  const allRows = loadAllQuery(name, params, rowId, filters as QueryInput<Name>);
  const all = useAllRows(allRows, isAll);

  // Until all rows are there the page stands in.
  const showsPage = all.answer === null;
  const answer = showsPage ? (page.data ?? null) : all.answer;
  const source = isAll ? all.query : page;
  const key = showsPage
    ? JSON.stringify(page.isPlaceholderData ? 'previous' : pageOptions.queryKey)
    : JSON.stringify([allRows.queryKey, all.query.dataUpdatedAt]);
  const position = showsPage
    ? pagePosition(query)
    : { size: Math.max(1, answer?.items.length ?? 1), offset: 0 };

  const [held, setHeld] = useState(() => takeAll(key, answer));
  const settled = settle(held, { key, answer, still: !idle || position.offset > 0 }, rowId);
  if (settled !== held) setHeld(settled);

  const changing = showsPage && page.isPlaceholderData;
  // The rows of former filters prove nothing about these; what was known of theirs stays until they are replaced.
  const current = useFilterCheck(
    name,
    params,
    filters,
    // Rows of every listing are objects.
    changing ? null : (answer as Listing<object> | null),
  );
  const [former, setFormer] = useState(current);
  if (!changing && JSON.stringify(former) !== JSON.stringify(current)) setFormer(current);
  const { ignored, unchecked, total } = changing ? former : current;
  const listed = page.data?.metadata.total_items ?? 0;
  const arrived = showsPage
    ? (page.data?.newer ?? settled.newer)
    : Math.max(0, listed - (all.query.data?.total_items ?? listed));
  const error = useLastError(key, source.error, answer !== null);
  const retry = () => {
    void source.refetch();
    // Other failed reads of the same resource have no retry of their own.
    void client.refetchQueries({
      queryKey: [name, params],
      type: 'active',
      predicate: ({ state, meta }) => state.error !== null && meta?.['marksItself'] !== true,
    });
  };
  return {
    rows: settled.rows,
    answered: settled.answer?.items ?? [],
    ordered,
    total: total === null ? null : (answer?.metadata.total_items ?? null),
    listed,
    ignored,
    unchecked,
    position,
    next_token: answer?.metadata.next_token ?? null,
    loading: answer === null && error === null,
    fetching: source.isFetching,
    changing,
    failure: failureOf(error),
    retrying: failureOf(error === null ? source.failureReason : null),
    answered_at: showsPage ? page.dataUpdatedAt : all.query.dataUpdatedAt,
    newer: ordered ? 0 : arrived,
    removed: ordered ? NONE : settled.removed,
    filters,
    dropped,
    renamed,
    scope: scopeOf(name),
    snapshot: snapshotOf(search),
    loadAll: isAll ? loadAllState(all.query.data) : 'off',
    allRows: allRows as unknown as ListState<Item<Name>>['allRows'],
    showNewer: () => (showsPage ? setHeld(takeAll(key, answer)) : void source.refetch()),
    retry,
  };
}
