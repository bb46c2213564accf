// A list as a page needs it: one page of it, or all rows once loaded.
// Invariant: a failure is never an empty list, and rows move only while the user is idle at the top (stable-rows.ts).
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { answeredAt } from '@/lib/client/answered-at';
import type { Item, ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import type { Listing, PageToken } from '@/lib/contract/record';
import { rowOrder, type RowOrder } from '@/lib/view/row-order';
import { failureOf, type Failure } from './api-error';
import { narrowing, readFilters, type DroppedFilter } from './filter-url';
import { pageBefore, storedPageHistory, withPage } from './page-history';
import { loadAllQuery } from './queries/all-pages-query';
import {
  listingQuery,
  pagePosition,
  snapshotOf,
  tokenBefore,
  type PagePosition,
} from './queries/listing-query';
import { MARKS_ITSELF } from './query-client';
import { countUnseen, NONE_REMOVED, reconcile, showAll } from './stable-rows';
import { useFilterCheck } from './use-filter-check';
import { useLastError } from './use-last-error';
import { useLocalStorage } from './use-local-storage';

/** What the list's table shows. */
export interface ListView<Row> {
  rows: readonly Row[];
  position: PagePosition;
  filters: Readonly<Record<string, string>>;
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
  /** Rows that have arrived and are not shown yet. */
  newer: number;
  /** Rows must not move. */
  pinned: boolean;
  /** Ids of rows that are shown but no longer in the list. */
  removed: ReadonlySet<string>;
  showNewer: () => void;
  retry: () => void;
}

export interface ListState<Row> {
  view: ListView<Row>;
  /** What became of the filters in the URL. */
  filterCheck: {
    /** Filters that the index ignored. */
    ignored: readonly string[];
    /** Filters that could not be verified. */
    unchecked: readonly string[];
    /** Not sent to the index. */
    dropped: DroppedFilter[];
    renamed: { from: string; to: string }[];
  };
  /** Exact number of rows that match; null until it is known that the index applied every filter. */
  total: number | null;
  pages: {
    next_token: PageToken | null;
    /** The first page of the list. */
    first: boolean;
    /** The token of the page before; null is the first page, undefined unknown: a link led here, and the index's tokens are opaque. */
    before: string | null | undefined;
    /** To be called before the page of this token is opened. */
    noteNext: (token: string) => void;
    /** The index reports that its tokens are row offsets, so a page can be shown as a snapshot. */
    hasOffsets: boolean;
    /** The order of the rows, as far as they show one. */
    order: RowOrder | null;
    /** The index does not count the rows. */
    uncounted: boolean;
    /** Another order than newest first was requested: the pages are no snapshots, and new rows arrive anywhere. */
    ordered: boolean;
    /** The page shows the list at the time it had this many rows; null while it follows the newest. */
    snapshot: number | null;
    /** Number of rows that the index counted, whether it applied the filters or not; null where it does not count, and before the first answer. */
    listed: number | null;
    /** The rows as the index returned them last. */
    answered: readonly Row[];
  };
  /** "Load all": loading, or how many rows were read and whether those were all. */
  loadAll: {
    state: 'off' | 'loading' | { read: number; complete: boolean };
    queryKey: readonly unknown[];
  };
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

/** The list that the search part of the URL names. */
export function useList<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  search: URLSearchParams,
  { rowId, idle }: Options<Item<Name>>,
): ListState<Item<Name>> {
  const client = useQueryClient();
  const { query, dropped, renamed } = readFilters(name, search);
  const ordered = 'order_by' in query;
  const { page_token: token, ...ofEveryPage } = query as Record<string, string | undefined>;
  const list = JSON.stringify([name, params, ofEveryPage]);
  const history = useLocalStorage(storedPageHistory);
  const isAll = search.get('all') === 'true';
  const filters = narrowing(query);

  const pageOptions = listingQuery(name, params, search);
  const page = useQuery({ ...pageOptions, meta: MARKS_ITSELF });
  const allRows = loadAllQuery(name, params, rowId, filters as QueryInput<Name>);
  const all = useAllRows(allRows, isAll);

  // Until all rows are there the page is shown.
  const showsPage = all.answer === null;
  const answer = showsPage ? (page.data ?? null) : all.answer;
  const source = isAll ? all.query : page;
  const key = showsPage
    ? JSON.stringify(page.isPlaceholderData ? 'previous' : pageOptions.queryKey)
    : JSON.stringify([allRows.queryKey, all.query.dataUpdatedAt]);
  const position = showsPage
    ? pagePosition(query, page.data?.metadata)
    : { size: Math.max(1, answer?.items.length ?? 1), offset: 0 };
  const changing = showsPage && page.isPlaceholderData;
  // The page that led here: an index may end pages early, so that their starts cannot be computed.
  const visited = token === undefined ? undefined : pageBefore(history, list, token);
  const before = token === undefined || visited !== undefined ? visited : tokenBefore(position);
  // The rows of former filters prove nothing about these.
  const check = useFilterCheck(
    name,
    params,
    filters,
    // Rows of every listing are objects.
    changing ? null : (answer as Listing<object> | null),
    showsPage ? token === undefined : all.query.data?.complete === true,
  );

  // Both continue from what was shown before: rows in their places, and the former check while its rows stay.
  const [displayed, setDisplayed] = useState(() => ({
    rows: showAll(key, answer),
    check,
    /** The request whose newer rows the reader asked for: those of the next one are shown as they arrive. */
    newerOf: null as string | null,
  }));
  const isAwaited = displayed.newerOf !== null && displayed.newerOf !== key;
  const pinned = !isAwaited && (!idle || position.offset !== 0);
  const rows = reconcile(displayed.rows, { key, answer, pinned }, rowId);
  const isSameCheck = changing || JSON.stringify(displayed.check) === JSON.stringify(check);
  const { ignored, unchecked, total, uncounted } = isSameCheck ? displayed.check : check;
  const newerOf = isAwaited && !source.isFetching ? null : displayed.newerOf;
  if (rows !== displayed.rows || !isSameCheck || newerOf !== displayed.newerOf)
    setDisplayed({ rows, check: isSameCheck ? displayed.check : check, newerOf });

  const listed = page.data?.metadata.total_items ?? null;
  const arrived = showsPage
    ? (page.data?.newer ?? rows.newer)
    : Math.max(0, (listed ?? 0) - (all.query.data?.total_items ?? listed ?? 0));
  const error = useLastError(key, source.error, answer !== null);
  const retry = () => {
    void source.refetch();
    // Other failed reads of the same resource have no retry button.
    void client.refetchQueries({
      queryKey: [name, params],
      type: 'active',
      predicate: ({ state, meta }) => state.error !== null && meta?.['marksItself'] !== true,
    });
  };
  return {
    view: {
      rows: rows.rows,
      position,
      filters,
      loading: answer === null && error === null,
      fetching: source.isFetching,
      changing,
      failure: failureOf(error),
      retrying: failureOf(error === null ? source.failureReason : null),
      answered_at: answeredAt(showsPage ? page : all.query),
      newer: ordered ? countUnseen(rows, rowId) : arrived,
      pinned,
      removed: ordered ? NONE_REMOVED : rows.removed,
      showNewer: () =>
        showsPage
          ? setDisplayed((last) => ({ ...last, rows: showAll(key, answer), newerOf: key }))
          : void source.refetch(),
      retry,
    },
    filterCheck: { ignored, unchecked, dropped, renamed },
    // A first page without a total is counted by its rows.
    total: total === null ? null : (answer?.metadata.total_items ?? total),
    pages: {
      next_token: answer?.metadata.next_token ?? null,
      first: token === undefined,
      before,
      noteNext: (next) =>
        storedPageHistory.set(
          withPage(storedPageHistory.get(), list, { token: next, before: token ?? null }),
        ),
      hasOffsets: typeof page.data?.metadata.row_offset === 'number',
      order: rowOrder(rows.rows as readonly object[]),
      uncounted,
      ordered,
      snapshot: snapshotOf(search),
      listed,
      answered: rows.answer?.items ?? [],
    },
    loadAll: { state: isAll ? loadAllState(all.query.data) : 'off', queryKey: allRows.queryKey },
  };
}
