// The events page's data: history first, then everything after it from the live feed, without a hole between the two.
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { canonicalKinds } from '@/lib/contract/kinds-param';
import { failureOf, type Failure } from './failure';
import { hasHole, mergeEvents, type EventMatch, type EventRow } from './event-rows';
import { useConnection, useFeed } from './live/use-live';
import { eventHistory, eventTimes, type EventQuery } from './queries/event-history';
import { useLastError } from './use-last-error';

const TIMES_EVERY_MS = 5_000;
const NOTHING: readonly EventRow[] = [];

export interface EventRows {
  /** Newest first, contiguous. */
  rows: EventRow[];
  /** Stored rows that match; some may not decode. Null before the first answer. */
  total: number | null;
  loading: boolean;
  fetching: boolean;
  failure: Failure | null;
  trying: Failure | null;
  answered_at: number;
  /** False where the window lies in the past: then nothing comes in. */
  live: boolean;
  atEnd: boolean;
  loadingOlder: boolean;
  loadOlder: () => void;
  retry: () => void;
}

function matchOf(query: EventQuery): EventMatch {
  const kinds = query.kinds === undefined ? null : new Set<string>(canonicalKinds(query.kinds).kinds);
  return { kinds, sender: query.sender, tx_digest: query.tx_digest };
}

/** `query` holds filters only; the caller remounts when they change. */
export function useEventRows(query: EventQuery): EventRows {
  const client = useQueryClient();
  const feed = useFeed();
  const connection = useConnection();
  const live = query.created_before === undefined;
  const history = useInfiniteQuery(eventHistory(query, () => connection.tip));
  const { data, refetch, isFetching } = history;
  const match = useMemo(() => matchOf(query), [query]);

  const newest = data?.pages[0]?.items[0]?.id ?? null;
  const fromFeed = live ? feed.rows : NOTHING;
  const newestLive = fromFeed[0]?.id ?? null;
  const times = useQuery({
    ...eventTimes(query, client),
    enabled: data !== undefined && newestLive !== null && (newest === null || newestLive > newest),
    refetchInterval: ({ state }) =>
      newestLive !== null && newestLive > (state.data?.[0]?.id ?? -1n) ? TIMES_EVERY_MS : false,
  });

  const rows = useMemo(() => {
    const read = (data?.pages ?? []).flatMap((page) => page.items as EventRow[]);
    return data === undefined ? [] : mergeEvents([...(times.data ?? []), ...read], fromFeed, match);
  }, [data, times.data, fromFeed, match]);

  const covered = data?.pages[0]?.covered ?? null;
  const hole = live && data !== undefined && hasHole(feed.after, { covered, newest });
  useEffect(() => {
    if (hole && !isFetching) void refetch();
  }, [hole, isFetching, refetch]);

  const error = useLastError('events', history.error, data !== undefined);
  return {
    rows,
    total: data?.pages[0]?.metadata.total_items ?? null,
    loading: data === undefined && error === null,
    fetching: isFetching,
    failure: failureOf(error),
    trying: failureOf(error === null ? history.failureReason : null),
    answered_at: history.dataUpdatedAt,
    live,
    atEnd: !history.hasNextPage,
    loadingOlder: history.isFetchingNextPage,
    loadOlder: () => void history.fetchNextPage(),
    retry: () => void refetch(),
  };
}
