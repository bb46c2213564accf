// What pages know of the live connection: its state, and the events received. The code that connects is loaded after the first paint.
// Invariant: the store listens before anything is delivered, so it misses no message.
import { createListeners, createObservable } from '@/lib/client/observable';
import { backoffMs } from '@/lib/time/backoff';
import { serverClock as clock } from '@/lib/time/server-clock';
import type { Matches } from './affected-queries';
import type { ConnectedLive } from './connect-live';
import { createEventStore } from './event-store';
import { INITIAL_STATE, type LiveConnection, type LiveMessage } from './messages';

export type Live = ReturnType<typeof createLive>;

/** The connection for those who follow it. */
export type LiveFeed = Pick<LiveConnection, 'state' | 'subscribe' | 'onMessage' | 'holdsStream'>;

/** What the page shows, as far as events change it. */
export interface ShownData {
  /** Refetches the active queries that match. */
  invalidate: (matches: Matches) => Promise<unknown>;
  /** Ids of the executions whose records are on the screen. */
  shownExecutions: () => readonly string[];
}

const RELOAD = { firstMs: 1_000, longestMs: 30_000, jitter: 0.75 };

/** `index` names the index that the console reads. */
export function createLive(index: string, shown: ShownData, load = () => import('./connect-live')) {
  const hidden = () => typeof document !== 'undefined' && document.hidden;
  const observable = createObservable(INITIAL_STATE);
  const messages = createListeners<[LiveMessage]>();
  const loaded = createObservable<{ live: ConnectedLive | null }>({ live: null });
  const connection: LiveFeed = {
    state: observable.get,
    subscribe: observable.subscribe,
    onMessage: messages.add,
    holdsStream: () => loaded.get().live?.connection.holdsStream() === true,
  };
  const store = createEventStore({ connection, clock, hidden });

  /** Once: the connection stays when it is stopped. */
  function connect({ connectLive }: Awaited<ReturnType<typeof load>>): ConnectedLive {
    const live = connectLive({ index, shown, feed: connection, store, hidden });
    live.connection.onMessage(messages.notify);
    live.connection.subscribe(() => observable.set(live.connection.state()));
    live.newPage();
    loaded.set({ live });
    return live;
  }

  return {
    connection,
    store,
    /** Null until the code has loaded. */
    loaded: { state: () => loaded.get().live, subscribe: loaded.subscribe },
    /** The reader opened another page. */
    newPage: () => loaded.get().live?.newPage(),
    /** Connects, unless the key may not read events; the returned function disconnects. Nothing happens on a server. */
    start(mayRead: boolean): () => void {
      let stopped = false;
      let failures = 0;
      let stop: () => void = () => undefined;
      const begin = async () => {
        const code = await load().catch(() => undefined);
        if (stopped) return;
        if (code === undefined) {
          failures += 1;
          observable.set({ attempts: failures });
          stop = clock.after(backoffMs(RELOAD, failures, Math.random), () => void begin());
          return;
        }
        const live = loaded.get().live ?? connect(code);
        if (mayRead) stop = live.start();
        else live.connection.refuse('missing_scope');
      };
      void begin();
      return () => {
        stopped = true;
        stop();
      };
    },
  };
}
