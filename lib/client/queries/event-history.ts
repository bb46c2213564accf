// The history of events, page by page backwards. Its key is its own: a live event does not make it old, because the page merges the stream in itself.
// Invariant: pages are contiguous. New events push the offsets, so a later page can repeat rows of the one before; it can never skip one.
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Answer, QueryInput } from '@/lib/contract/endpoints';
import type { EventRecord } from '@/lib/contract/events';
import { read, type Read } from '@/lib/client/read';
import { retryDelay, shouldRetry } from '@/lib/client/retry';

const PAGE = '50';
const TIMES_PAGE = '100';
const MOST_TIMES = 5_000;

export type EventQuery = QueryInput<'events.list'>;

export interface HistoryPage extends Pick<Answer<'events.list'>, 'items' | 'metadata'> {
  /** The newest id of the log when the page was asked for, as far as it was known. */
  covered: bigint | null;
}

const rules = {
  staleTime: Infinity,
  networkMode: 'always',
  retry: shouldRetry,
  retryDelay: (failures: number, error: Error) => retryDelay(failures, error, Math.random),
} as const;

/** Options for useInfiniteQuery. `tip`: the newest id of the log, asked before each read. */
export function eventHistory(query: EventQuery, tip: () => bigint | null, by: Read = read) {
  return infiniteQueryOptions({
    ...rules,
    queryKey: ['events.history', {}, query] as const,
    initialPageParam: '0',
    queryFn: async ({ pageParam, signal }): Promise<HistoryPage> => {
      const covered = tip();
      const asked = { ...query, page_size: PAGE, page_token: pageParam };
      const { items, metadata } = await by('events.list', {}, asked, { signal });
      return { items, metadata, covered };
    },
    getNextPageParam: ({ metadata }) =>
      metadata.next_token === null ? undefined : String(metadata.next_token),
  });
}

/** Records of events that came over the stream, which does not tell their time on chain: the newest page, gathered up. */
export function eventTimes(query: EventQuery, client: QueryClient) {
  const queryKey = ['events.times', {}, query] as const;
  return queryOptions({
    ...rules,
    queryKey,
    queryFn: async ({ signal }): Promise<EventRecord[]> => {
      const { items } = await read('events.list', {}, { ...query, page_size: TIMES_PAGE }, { signal });
      const newest = new Set(items.map((event) => event.id));
      const before = client.getQueryData<EventRecord[]>(queryKey) ?? [];
      return [...items, ...before.filter((event) => !newest.has(event.id))].slice(0, MOST_TIMES);
    },
  });
}
