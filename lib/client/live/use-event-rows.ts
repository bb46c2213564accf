// The events page's rows: the first page of history, joined with the live events after it.
// Rows are rendered in transitions, which React interrupts; no component below them may subscribe to every event.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { answeredAt } from '@/lib/client/answered-at';
import { failureOf, isRefusedForGood, type Failure } from '@/lib/client/api-error';
import { eventHistory, type EventQuery, type HistoryPage } from '@/lib/client/queries/event-queries';
import { isLive } from '@/lib/client/event-filter';
import { useLastError } from '@/lib/client/use-last-error';
import { read } from '@/lib/client/read';
import type { Live } from './create-live';
import { createEventView, createEventViews, type EventView, type ViewState } from './event-view';
import { useHasTip, useLive } from './use-live';

export interface EventRows extends ViewState {
  view: EventView;
  loading: boolean;
  fetching: boolean;
  failure: Failure | null;
  /** The failure that is being retried. */
  trying: Failure | null;
  answered_at: number;
  /** False when the time window ends in the past, or only the index can apply the filters. */
  live: boolean;
  /** Why the rows are only those of the stream; null while there is history. */
  withoutHistory: Failure | null;
  retry: () => void;
}

function useView(view: EventView): ViewState {
  const [current, setCurrent] = useState({ view, state: view.state() });
  useEffect(() => {
    const update = () => startTransition(() => setCurrent({ view, state: view.state() }));
    update();
    return view.subscribe(update);
  }, [view]);
  return current.view === view ? current.state : view.state();
}

/** The views of a connection, which stay while other pages are shown. */
const views = new WeakMap<Live, ReturnType<typeof createEventViews>>();

function viewsOf(live: Live) {
  const found = views.get(live);
  if (found !== undefined) return found;
  const created = createEventViews((query) => createEventView({ query, read, store: live.store }));
  views.set(live, created);
  return created;
}

/** `query` has filters only, and is the same object while they are the same. */
export function useEventRows(query: EventQuery): EventRows {
  const client = useQueryClient();
  const live = useLive();
  const history = useQuery(eventHistory(query, () => live.store.state().tip));
  const { data, refetch, isFetching } = history;
  const view = useMemo(() => {
    const found = viewsOf(live).get(query);
    // Rows that came with the page's HTML are in the first render.
    const first = client.getQueryData<HistoryPage>(eventHistory(query, () => null).queryKey);
    if (first !== undefined && found.state().needsHistory) found.fill(first);
    return found;
  }, [live, client, query]);
  const state = useView(view);

  useEffect(() => viewsOf(live).show(view), [live, view]);
  useEffect(() => {
    if (data !== undefined) view.fill(data);
  }, [view, data]);
  const withoutHistory = isRefusedForGood(history.error) ? failureOf(history.error) : null;
  const isWithout = withoutHistory !== null;
  useEffect(() => {
    if (isWithout) view.followStream();
  }, [view, isWithout]);
  // Until the newest id is known, another read would return no more than the last.
  const hasTip = useHasTip();
  const again = state.needsHistory && hasTip && data !== undefined && !isFetching && !history.isError;
  useEffect(() => {
    // What is rendered is older than the view until the transition ends: a page that has just arrived may have closed the hole.
    if (again && view.state().needsHistory) void refetch();
  }, [again, refetch, view]);

  const lastError = useLastError(JSON.stringify(query), history.error, data !== undefined);
  // Streamed rows are shown with the reason why there are no others.
  const error = state.streamOnly && state.rows.length > 0 ? null : lastError;
  return {
    ...state,
    view,
    loading: data === undefined && error === null,
    fetching: isFetching,
    failure: failureOf(error),
    trying: failureOf(lastError === null ? history.failureReason : null),
    answered_at: answeredAt(history),
    live: isLive(query),
    withoutHistory,
    retry: () => void refetch(),
  };
}
