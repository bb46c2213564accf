// Assembles the live modules in a real browser: EventSource, storage, Web Locks, visibility. The modules themselves know none of these.
import type { CloseReason } from '@/lib/contract/relay-events';
import { CONNECTION_PARAM, sessionState } from '@/lib/contract/session';
import { connectionHeader, connectionInUse, isKeyRejected } from '@/lib/client/connection-in-use';
import { forgetRecords } from '@/lib/client/known-records';
import { createStoredValue } from '@/lib/client/local-storage';
import { limitedForMs } from '@/lib/client/rate-limit';
import { read, requestsSent } from '@/lib/client/read';
import { createConnection, type Source } from './connection';
import { createConnectionLog } from './connection-log';
import { createEventStore } from './event-store';
import { createEventView, createEventViews } from './event-view';
import type { Matches } from './affected-queries';
import { createInvalidator } from './invalidate';
import { parseCursor } from './messages';
import { createBudgetChannel, createRequestBudget } from './request-budget';
import { createSharedConnection, type Channel } from './tab-leader';
import { systemClock as clock } from '@/lib/time/clock';
import { createVerifier } from './verify';

export type Live = ReturnType<typeof createLive>;

/** The tabs of one connection share a stream. */
const channelName = () => `dagscope.live.${connectionInUse()?.id ?? ''}`;

/** A page's stream is that of the page's own connection, even if another tab has switched since. */
function withConnection(url: string): string {
  const connection = connectionInUse();
  if (connection === undefined) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${CONNECTION_PARAM}=${connection.id}`;
}

/** Web Locks exist in secure contexts only; elsewhere each tab has a connection of its own. */
function canShare(): boolean {
  return (
    typeof BroadcastChannel !== 'undefined' &&
    typeof navigator !== 'undefined' &&
    (navigator.locks as LockManager | undefined) !== undefined
  );
}

async function whyRefused(): Promise<CloseReason | undefined> {
  if (await isKeyRejected(fetch)) return 'unauthenticated';
  const response = await fetch('/api/session', { cache: 'no-store', headers: connectionHeader() });
  const session = sessionState.safeParse(await response.json());
  if (!session.success) return undefined;
  if (!session.data.connected) return 'unauthenticated';
  return session.data.scopes.includes('events:read') ? undefined : 'missing_scope';
}

/** What the page shows, as far as events change it. */
interface ShownData {
  /** Refetches the active queries that match. */
  invalidate: (matches: Matches) => Promise<unknown>;
  /** Ids of the executions whose records are on the screen. */
  shownExecutions: () => readonly string[];
}

/** `index` names the index that the console reads. */
export function createLive(index: string, shown: ShownData) {
  const hidden = () => typeof document !== 'undefined' && document.hidden;
  const localConnection = createConnection({
    open: (url) => new EventSource(withConnection(url)) as unknown as Source,
    clock,
    random: Math.random,
    stored: createStoredValue({
      name: `dagscope.cursor ${index}`,
      read: parseCursor,
      storage: () => localStorage,
      onExternalChange: () => () => undefined,
    }),
    online: () => navigator.onLine,
    whyRefused,
  });
  const connection = canShare()
    ? createSharedConnection({
        localConnection,
        clock,
        openedAt: performance.timeOrigin,
        channel: () => new BroadcastChannel(channelName()) as Channel,
        acquireLock: async ({ signal, steal }, hold) => {
          await navigator.locks.request(channelName(), steal ? { steal } : { signal }, hold);
        },
      })
    : localConnection;
  const store = createEventStore({ connection, clock, hidden });
  const verifier = createVerifier({ read, store, connection, clock, hidden });
  const connectionLog = createConnectionLog({ connection, store, verifier, now: clock.now });
  const views = createEventViews((query) => createEventView({ query, read, store }));
  const budgetChannel = createBudgetChannel(() => `${channelName()}.budget`);
  const invalidator = createInvalidator({
    ...shown,
    budget: createRequestBudget({ requests: requestsSent, tabs: budgetChannel, clock }),
    limitedFor: () => limitedForMs(clock.now()),
    hidden,
    clock,
  });
  store.onChange((change) => {
    if (change.is === 'added') invalidator.events(change.events);
  });
  connection.onMessage((message) => {
    if (message.is === 'event') return;
    if (message.is === 'reset') {
      forgetRecords();
      invalidator.reset();
    } else if (message.is !== 'begin') invalidator.everything();
    else if (message.stale_page === true) invalidator.everything(true);
  });
  // Reads may have failed while the connection was down.
  let { status } = connection.state();
  let wasLive = false;
  connection.subscribe(() => {
    const before = status;
    ({ status } = connection.state());
    if (status !== 'live' || before === 'live') return;
    if (wasLive) invalidator.everything();
    wasLive = true;
  });

  function onVisibility(): void {
    if (document.hidden) return;
    verifier.resume();
    invalidator.resume();
  }

  return {
    connection,
    store,
    views,
    verifier,
    connectionLog,
    /** The reader opened another page. */
    newPage: () => invalidator.newPage(),
    /** Connects; the returned function disconnects. Nothing happens on a server. */
    start(): () => void {
      const ended = new AbortController();
      const { signal } = ended;
      document.addEventListener('visibilitychange', onVisibility, { signal });
      window.addEventListener('online', () => connection.reconnectNow(), { signal });
      // A page in the back-forward cache must not hold a connection.
      window.addEventListener('pagehide', () => connection.stop(), { signal });
      window.addEventListener('pageshow', () => connection.start(), { signal });
      budgetChannel.open();
      connection.start();
      return () => {
        ended.abort();
        connection.stop();
        invalidator.stop();
        budgetChannel.close();
      };
    },
  };
}
