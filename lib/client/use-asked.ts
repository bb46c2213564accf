// Which of the three ways a listing is read in: a page, a page of a window held still by counting, or the whole of it. All three give the same shape.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Item, ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import type { Listing } from '@/lib/contract/record';
import { narrowing } from './filters';
import { canPin } from './listing-window';
import { listingOf } from './queries/listing-query';
import { wholeQuery } from './queries/whole-query';
import { MARKS_ITSELF } from './stale-reads';

export interface Asked<Row> {
  /** The request as text; of the request before while its rows stand in. */
  key: string;
  answer: Listing<Row> | null;
  whole: { looked: number; complete: boolean } | null;
  /** How many rows the window had that is held still, where the total of now tells what is newer; else null. */
  window: number | null;
  /** Rows that arrived above a window held by counting; null where something else tells. */
  newer: number | null;
  error: Error | null;
  failureReason: Error | null;
  fetching: boolean;
  changing: boolean;
  answered_at: number;
  again: () => void;
}

export function useAsked<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  query: QueryInput<Name>,
  search: URLSearchParams,
  unknown: string | null,
  rowId: (row: Item<Name>) => string,
): Asked<Item<Name>> {
  const client = useQueryClient();
  const isWhole = unknown !== null || search.get('all') === 'true';
  const pageOptions = listingOf(name, params, query, search);
  const page = useQuery({ ...pageOptions, enabled: !isWhole, meta: MARKS_ITSELF });
  const filters = Object.fromEntries(Object.entries(narrowing(query)).filter(([key]) => key !== unknown));
  const wholeOptions = wholeQuery(name, params, rowId, filters as QueryInput<Name>);
  const all = useQuery({ ...wholeOptions, enabled: isWhole, meta: MARKS_ITSELF });
  const result = isWhole ? all : page;
  const data = all.data;
  // The same object until it holds other rows: what stands on the screen is settled anew with each.
  const wholeAnswer = useMemo((): Listing<Item<Name>> | null => {
    if (data === undefined) return null;
    const items = data.items.filter(
      (row) => unknown === null || ((row as Record<string, unknown>)[unknown] ?? null) === null,
    );
    return { items, metadata: { next_token: null, total_items: items.length } };
  }, [data, unknown]);
  const common = {
    error: result.error,
    failureReason: result.failureReason,
    fetching: result.isFetching,
    answered_at: result.dataUpdatedAt,
    again: () => {
      void result.refetch();
      // Other reads of the same rows that failed: the list has spoken for them.
      void client.refetchQueries({
        queryKey: [name, params],
        type: 'active',
        predicate: ({ state, meta }) => state.error !== null && meta?.['marksItself'] !== true,
      });
    },
  };
  if (!isWhole) {
    const answer = (page.data ?? null) as (Listing<Item<Name>> & { newer?: number }) | null;
    const pinned = search.get('as_of') !== null && canPin(name);
    return {
      ...common,
      // While rows of the request before stand in, they are drawn as they were: nothing is counted against them.
      key: JSON.stringify(page.isPlaceholderData ? 'before' : pageOptions.queryKey),
      answer,
      whole: null,
      window: pinned ? (answer?.metadata.total_items ?? null) : null,
      newer: answer?.newer ?? null,
      changing: page.isPlaceholderData,
    };
  }
  return {
    ...common,
    key: JSON.stringify([wholeOptions.queryKey, unknown, all.dataUpdatedAt]),
    answer: wholeAnswer,
    whole:
      data === undefined
        ? { looked: 0, complete: false }
        : { looked: data.items.length, complete: data.complete },
    window: data?.total_items ?? null,
    newer: null,
    changing: false,
  };
}
