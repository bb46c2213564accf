// The first page of the events page's history. Its key is its own: a live event does not make it old, because the page puts the stream on top by itself;
// older pages are read by lib/client/event-source.ts, which proves that they join.
import { queryOptions } from '@tanstack/react-query';
import type { Answer, QueryInput } from '@/lib/contract/endpoints';
import { read, type Read } from '@/lib/client/read';
import { retryDelay, shouldRetry } from '@/lib/client/retry';

const PAGE = '50';

export type EventQuery = QueryInput<'events.list'>;

export interface HistoryPage extends Pick<Answer<'events.list'>, 'items' | 'metadata'> {
  /** The newest id of the log when the page was asked for, as far as it was known. */
  covered: bigint | null;
}

/** The name in the query's key: by it the refreshing leaves the feed's own listing alone. */
export const EVENT_HISTORY = 'events.history';

/** `tip`: the newest id of the log as far as it is known, asked before the read. */
export function eventHistory(query: EventQuery, tip: () => bigint | null, by: Read = read) {
  return queryOptions<HistoryPage, Error, HistoryPage, readonly unknown[]>({
    queryKey: [EVENT_HISTORY, {}, query],
    queryFn: async ({ signal }) => {
      const covered = tip();
      const { items, metadata } = await by('events.list', {}, { ...query, page_size: PAGE }, { signal });
      return { items, metadata, covered };
    },
    staleTime: Infinity,
    // Equal or not, an answer says that it was read now.
    structuralSharing: false,
    networkMode: 'always',
    retry: shouldRetry,
    retryDelay: (failures, error) => retryDelay(failures, error, Math.random),
  });
}
