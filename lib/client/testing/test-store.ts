// An event store fed by hand, for tests of what is built on it.
import { createEventStore } from '@/lib/client/live/event-store';
import { INITIAL_STATE, type LiveEvent, type LiveMessage, type LiveState } from '@/lib/client/live/messages';
import { createListeners, createObservable } from '@/lib/client/observable';
import { systemClock, type Clock } from '@/lib/time/clock';

/** Delivers at once, as in a hidden tab, unless `hidden` is overridden. */
export function createTestStore({
  clock = systemClock,
  hidden = true,
  limit,
}: { clock?: Clock; hidden?: boolean; limit?: number } = {}) {
  const observable = createObservable<LiveState>(INITIAL_STATE);
  const messages = createListeners<[LiveMessage]>();
  const send = messages.notify;
  const connection = { state: observable.get, subscribe: observable.subscribe, onMessage: messages.add };
  const store = createEventStore({
    connection,
    clock,
    hidden: () => hidden,
    ...(limit === undefined ? {} : { limit }),
  });
  return {
    store,
    connection,
    change: observable.set,
    send,
    receive: (events: readonly LiveEvent[]) => events.forEach((event) => send({ is: 'event', event })),
    begin: (after: bigint | null) => send({ is: 'begin', after }),
    skip: (from: bigint, after: bigint) => send({ is: 'skip', from, after }),
    reset: (tip: bigint | null) => send({ is: 'reset', tip }),
  };
}
