// The live part in a real browser: EventSource, localStorage, network events and the page's life put together. The parts themselves know none of these.
import { requestPath } from '@/lib/contract/endpoint-url';
import { CONNECTION, CONNECTION_PARAM, sessionState } from '@/lib/contract/session';
import type { CloseReason } from '@/lib/contract/relay-events';
import { createEventShelf } from '@/lib/client/event-shelf';
import { createEventSource } from '@/lib/client/event-source';
import { read } from '@/lib/client/read';
import { createChecker } from './checker';
import { connectionInUse } from '@/lib/client/connection-in-use';
import { createConnection, type Source } from './connection';
import { createCursorMemory } from './cursor-memory';
import { createFeed } from './feed';
import { createRefresher, type Matches } from './refresh';
import { createSharedConnection, type Channel } from './shared-connection';
import { browserTimers as timers } from './timers';
import { createTurns } from './connection-log';
import type { Live } from './use-live';

export interface BrowserLive extends Live {
  /** Connects; the answer lets go again. Nothing happens on a server. */
  start(): () => void;
  /** This key may not read events: say so, and do not ask. */
  refuse(): void;
}

/** Rows that change more often than that cannot be read; a hidden tab's timers sleep, so there nothing waits. */
const GATHER_MS = 50;
/** The tabs of one connection share a stream; those of another have their own. */
const name = () => `dagscope.live.${connectionInUse()?.id ?? ''}`;

/** A page's stream is that of the page's own connection, whichever another tab has chosen since. */
function ofConnection(url: string): string {
  const connection = connectionInUse();
  if (connection === undefined) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${CONNECTION_PARAM}=${connection.id}`;
}

/** Locks exist in secure contexts only: elsewhere each tab has a connection of its own. */
function canShare(): boolean {
  return (
    typeof BroadcastChannel !== 'undefined' &&
    typeof navigator !== 'undefined' &&
    (navigator.locks as LockManager | undefined) !== undefined
  );
}

/** An EventSource does not tell why it was refused; the session does, and the index, when it no longer takes the key. */
async function whyRefused(): Promise<CloseReason | undefined> {
  const id = connectionInUse()?.id;
  const headers = new Headers(id === undefined ? undefined : { [CONNECTION]: id });
  const options: RequestInit = { cache: 'no-store', headers };
  const usage = await fetch(`/api/index${requestPath('keys.usage', {}, { granularity: 'total' })}`, options);
  await usage.body?.cancel();
  if (usage.status === 401) return 'unauthenticated';
  const response = await fetch('/api/session', options);
  const session = sessionState.safeParse(await response.json());
  if (!session.success) return undefined;
  if (!session.data.connected) return 'unauthenticated';
  return session.data.scopes.includes('events:read') ? undefined : 'missing_scope';
}

/** `index` names the index that the console reads; `invalidate` marks cached answers as old and resolves when those in use have been read again. */
export function createBrowserLive(
  index: string,
  invalidate: (matches: Matches) => Promise<void>,
): BrowserLive {
  const hidden = () => typeof document !== 'undefined' && document.hidden;
  const own = createConnection({
    open: (url) => new EventSource(ofConnection(url)) as unknown as Source,
    timers,
    random: Math.random,
    memory: createCursorMemory(() => globalThis.localStorage, timers.now, index),
    online: () => navigator.onLine,
    whyRefused,
    gatherMs: () => (hidden() ? 0 : GATHER_MS),
  });
  const connection = canShare()
    ? createSharedConnection({
        own,
        timers,
        openedAt: performance.timeOrigin,
        channel: () => new BroadcastChannel(name()) as Channel,
        take: async ({ signal, steal }, held) => {
          await navigator.locks.request(name(), steal ? { steal } : { signal }, held);
        },
      })
    : own;
  const feed = createFeed({ soon: (run) => void timers.after(GATHER_MS, run), now: timers.now });
  const checker = createChecker({ read, feed, timers, hidden });
  const turns = createTurns({ connection, checker, now: timers.now });
  const windows = createEventShelf((query) => createEventSource({ query, read, feed, timers }));
  const refresher = createRefresher({ invalidate, timers });

  /** A hidden tab reads nothing again; it does when it is looked at. */
  let missed = false;
  connection.onMessage((message) => {
    if (message.is === 'events') {
      feed.add(message.events);
      if (document.hidden) missed = true;
      else refresher.events(message.events);
    } else if (message.is === 'begin') {
      feed.begin(message.after, message.left_at);
      if (message.late !== true) return;
      if (document.hidden) missed = true;
      else refresher.everythingElse();
    } else {
      if (message.is === 'reset') feed.reset(message.tip);
      else if (message.is === 'skip') feed.skip(message.from, message.after);
      refresher.everything();
    }
  });

  // What failed or went unseen while the link was down is read again when it is back.
  let status = connection.state().status;
  let wasLive = false;
  connection.subscribe(() => {
    const before = status;
    status = connection.state().status;
    if (status !== 'live' || before === 'live') return;
    if (wasLive) refresher.everything();
    wasLive = true;
  });

  return {
    connection,
    feed,
    checker,
    turns,
    windows,
    refuse: () => connection.refuse('missing_scope'),
    start() {
      const again = () => connection.hurry();
      const hide = () => connection.stop();
      const show = () => connection.start();
      const look = () => {
        checker.wake();
        if (document.hidden || !missed) return;
        missed = false;
        refresher.everything();
      };
      document.addEventListener('visibilitychange', look);
      window.addEventListener('online', again);
      // A page in the back-forward cache must hold no connection.
      window.addEventListener('pagehide', hide);
      window.addEventListener('pageshow', show);
      connection.start();
      checker.wake();
      return () => {
        window.removeEventListener('online', again);
        window.removeEventListener('pagehide', hide);
        window.removeEventListener('pageshow', show);
        document.removeEventListener('visibilitychange', look);
        connection.stop();
        refresher.stop();
        checker.stop();
      };
    },
  };
}
