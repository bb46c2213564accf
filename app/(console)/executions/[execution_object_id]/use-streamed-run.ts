// What the stream has brought of one execution, added to what was read of it: a running execution advances without further reads.
import { useMemo, useSyncExternalStore } from 'react';
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import type { RunHistory } from '@/lib/client/queries/run-history';
import type { EventStore } from '@/lib/client/live/event-store';
import type { LiveEvent } from '@/lib/client/live/messages';
import { useLive } from '@/lib/client/live/use-live';
import type { ExecutionEvent, SubmissionFailure } from '@/lib/contract/executions';
import { isOfExecution } from '@/lib/dag/replay/history';
import {
  withStreamedEvents,
  withStreamedFailures,
  withStreamedHistory,
} from '@/lib/dag/replay/streamed-rows';

const NONE: readonly LiveEvent[] = [];

/** The events of an execution that this tab has received, oldest first; the same array until there is another. */
function receivedEvents(store: EventStore, execution_object_id: string) {
  let events = NONE;
  const isOfThis = ({ payload }: LiveEvent) => isOfExecution(payload, execution_object_id);
  const collect = () => {
    const received = store.events().filter(isOfThis);
    if (received.length > 0) events = received;
  };
  return {
    get: () => events,
    subscribe: (onChange: () => void) => {
      collect();
      if (events.length > 0) onChange();
      return store.onChange((change) => {
        if (change.is === 'reset' && events.length > 0) events = NONE;
        else if (change.is === 'added' && change.events.some(isOfThis)) collect();
        else return;
        onChange();
      });
    },
  };
}

interface Read {
  events: AllPages<ExecutionEvent> | undefined;
  failures: AllPages<SubmissionFailure> | undefined;
  history: RunHistory | undefined;
}

/** What was read, with the rows of events that have arrived since; a part that was not read stays unread. */
export function useStreamedRun(execution_object_id: string, { events, failures, history }: Read): Read {
  const { store } = useLive();
  const stream = useMemo(() => receivedEvents(store, execution_object_id), [store, execution_object_id]);
  const received = useSyncExternalStore(stream.subscribe, stream.get, () => NONE);
  const allEvents = useMemo(() => {
    if (events === undefined) return undefined;
    const items = withStreamedEvents(events.items, received);
    return { ...events, items, total_items: Math.max(events.total_items, items.length) };
  }, [events, received]);
  const allFailures = useMemo(
    () => failures && { ...failures, items: withStreamedFailures(failures.items, received) },
    [failures, received],
  );
  const all = useMemo(
    () => history && { ...history, items: withStreamedHistory(history.items, received) },
    [history, received],
  );
  return { events: allEvents, failures: allFailures, history: all };
}
