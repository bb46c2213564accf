// The events page's data: history first, then everything after it from the live feed, without a hole between the two.
// Drawing many rows may take its time: changes are transitions, which React does in pieces, so that a busy feed never holds up the page. It gives that up
// where a store that is read on the way changes meanwhile: nothing that is drawn with the rows may watch what every event changes.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useState } from 'react';
import type { SourceState, EventSourceRows } from './event-source';
import { failureOf, type Failure } from './failure';
import { useKnowsTip, useLive } from './live/use-live';
import { eventHistory, type EventQuery, type HistoryPage } from './queries/event-history';
import { useLastError } from './use-last-error';

export interface EventRows extends SourceState {
  source: EventSourceRows;
  loading: boolean;
  fetching: boolean;
  failure: Failure | null;
  trying: Failure | null;
  answered_at: number;
  /** False where the window lies in the past: then nothing comes in. */
  live: boolean;
  retry: () => void;
}

/** What the source says, drawn when there is time; of another source at once. */
function useSource(source: EventSourceRows): SourceState {
  const [held, setHeld] = useState({ source, state: source.state() });
  useEffect(() => {
    const take = () => startTransition(() => setHeld({ source, state: source.state() }));
    take();
    return source.subscribe(take);
  }, [source]);
  return held.source === source ? held.state : source.state();
}

/** `query` holds filters only, and is the same object while they are the same. */
export function useEventRows(query: EventQuery): EventRows {
  const client = useQueryClient();
  const live = useLive();
  const options = eventHistory(query, () => live.connection.state().tip);
  const history = useQuery(options);
  const { data, refetch, isFetching } = history;
  const source = useMemo(() => {
    const made = live.windows.of(query);
    // What came with the page's HTML is drawn with its first drawing.
    const first = client.getQueryData<HistoryPage>(eventHistory(query, () => null).queryKey);
    if (first !== undefined && made.state().wants) made.fill(first);
    return made;
  }, [live, client, query]);
  const state = useSource(source);

  useEffect(() => live.windows.keep(source), [live, source]);
  useEffect(() => {
    if (data !== undefined) source.fill(data);
  }, [source, data]);
  // Without a word from the index on where its log ends another read would tell no more than the last.
  const knows = useKnowsTip();
  const again = state.wants && knows && data !== undefined && !isFetching && !history.isError;
  useEffect(() => {
    if (again) void refetch();
  }, [again, refetch]);

  const error = useLastError(JSON.stringify(query), history.error, data !== undefined);
  return {
    ...state,
    source,
    loading: data === undefined && error === null,
    fetching: isFetching,
    failure: failureOf(error),
    trying: failureOf(error === null ? history.failureReason : null),
    answered_at: history.dataUpdatedAt,
    live: query.created_before === undefined,
    retry: () => void refetch(),
  };
}
