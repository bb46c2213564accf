// The live part in a real browser: EventSource, localStorage, network events and the page's life put together. The parts themselves know none of these.
import { sessionState } from '@/lib/contract/session';
import type { CloseReason } from '@/lib/contract/relay-events';
import { createConnection, type Source } from './connection';
import { createCursorMemory } from './cursor-memory';
import { createFeed } from './feed';
import { createRefresher, type Matches } from './refresh';
import { createSharedConnection, type Channel } from './shared-connection';
import { browserTimers as timers } from './timers';
import type { Live } from './use-live';

export interface BrowserLive extends Live {
  /** Connects; the answer lets go again. Nothing happens on a server. */
  start(): () => void;
  /** This key may not read events: say so, and do not ask. */
  refuse(): void;
}

const NAME = 'dagscope.live';

/** Locks exist in secure contexts only: elsewhere each tab has a connection of its own. */
function canShare(): boolean {
  return (
    typeof BroadcastChannel !== 'undefined' &&
    typeof navigator !== 'undefined' &&
    (navigator.locks as LockManager | undefined) !== undefined
  );
}

/** An EventSource does not tell why it was refused; the session does. */
async function whyRefused(): Promise<CloseReason | undefined> {
  const response = await fetch('/api/session', { cache: 'no-store' });
  const session = sessionState.safeParse(await response.json());
  if (!session.success) return undefined;
  if (!session.data.connected) return 'unauthenticated';
  return session.data.scopes.includes('events:read') ? undefined : 'missing_scope';
}

/** `invalidate` marks cached answers as old and resolves when those in use have been read again. */
export function createBrowserLive(invalidate: (matches: Matches) => Promise<void>): BrowserLive {
  const own = createConnection({
    open: (url) => new EventSource(url) as unknown as Source,
    timers,
    random: Math.random,
    memory: createCursorMemory(() => globalThis.localStorage, timers.now),
    online: () => navigator.onLine,
    whyRefused,
  });
  const connection = canShare()
    ? createSharedConnection({
        own,
        timers,
        channel: () => new BroadcastChannel(NAME) as Channel,
        take: async ({ signal, steal }, held) => {
          await navigator.locks.request(NAME, steal ? { steal } : { signal }, held);
        },
      })
    : own;
  // Gathered for a moment: rows that change more often than that cannot be read.
  const feed = createFeed({ soon: (run) => void timers.after(50, run) });
  const refresher = createRefresher({ invalidate, timers });

  /** A hidden tab reads nothing again; it does when it is looked at. */
  let missed = false;
  connection.onMessage((message) => {
    if (message.is === 'events') {
      feed.add(message.events);
      if (document.hidden) missed = true;
      else refresher.events(message.events);
    } else if (message.is === 'begin') feed.begin(message.after);
    else {
      if (message.is === 'reset') feed.reset(message.tip);
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
    refuse: () => connection.refuse('missing_scope'),
    start() {
      const again = () => connection.hurry();
      const hide = () => connection.stop();
      const show = () => connection.start();
      const look = () => {
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
      return () => {
        window.removeEventListener('online', again);
        window.removeEventListener('pagehide', hide);
        window.removeEventListener('pageshow', show);
        document.removeEventListener('visibilitychange', look);
        connection.stop();
        refresher.stop();
      };
    },
  };
}
