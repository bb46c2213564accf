// The live part in a real browser: EventSource, localStorage, network events and the page's life put together. The parts themselves know none of these.
import { sessionState } from '@/lib/contract/session';
import type { CloseReason } from '@/lib/contract/relay-events';
import { createConnection, type Source } from './connection';
import { createCursorMemory } from './cursor-memory';
import { createFeed } from './feed';
import { createRefresher, type Matches } from './refresh';
import { browserTimers as timers } from './timers';
import type { Live } from './use-live';

export interface BrowserLive extends Live {
  /** Connects; the answer lets go again. Nothing happens on a server. */
  start(): () => void;
  /** This key may not read events: say so, and do not ask. */
  refuse(): void;
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
  const connection = createConnection({
    open: (url) => new EventSource(url) as unknown as Source,
    timers,
    random: Math.random,
    memory: createCursorMemory(() => globalThis.localStorage, timers.now),
    online: () => navigator.onLine,
    whyRefused,
  });
  // A frame of the screen is the most often that rows can be seen to change; hidden tabs have no frames.
  const feed = createFeed({ soon: (run) => void timers.after(50, run) });
  const refresher = createRefresher({ invalidate, timers });

  connection.onMessage((message) => {
    if (message.is === 'events') {
      feed.add(message.events);
      refresher.events(message.events);
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
      window.addEventListener('online', again);
      // A page in the back-forward cache must hold no connection.
      window.addEventListener('pagehide', hide);
      window.addEventListener('pageshow', show);
      connection.start();
      return () => {
        window.removeEventListener('online', again);
        window.removeEventListener('pagehide', hide);
        window.removeEventListener('pageshow', show);
        connection.stop();
        refresher.stop();
      };
    },
  };
}
