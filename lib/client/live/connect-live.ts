// Assembles the live modules in a real browser: EventSource, storage, locks, visibility. The modules themselves know none of these.
// Loaded after the first paint (create-live.ts).
import { readErrorBody } from '@/lib/contract/errors';
import { CONNECTION_PARAM, sessionState } from '@/lib/contract/session';
import { connectionHeader, connectionInUse, isKeyRejected } from '@/lib/client/connection-in-use';
import { forgetRecords } from '@/lib/client/known-records';
import { forgetNames } from '@/lib/client/names';
import { createStoredValue } from '@/lib/client/local-storage';
import { limitedForMs } from '@/lib/client/rate-limit';
import { newRequestId, read, requestsSent } from '@/lib/client/read';
import { storedSwitches } from '@/lib/client/alerts/stored-alerts';
import { jsonOrUndefined } from '@/lib/json/exact';
import { createConnection, STREAM_PATH, type Source, type WhyLost } from './connection';
import { createConnectionLog } from './connection-log';
import type { LiveFeed, ShownData } from './create-live';
import type { EventStore } from './event-store';
import { createInvalidator } from './invalidate';
import { parseCursor, type LiveConnection } from './messages';
import { createBudgetChannel, createRequestBudget } from './request-budget';
import { readNewEvents } from './new-events';
import { createStreamSlots, type SlotChannel } from './stream-slots';
import { cloningChannel, createSharedConnection, type Channel } from './tab-leader';
import { createTabLocks, type LockChannel, type RequestLock } from './tab-locks';
import { serverClock as clock } from '@/lib/time/server-clock';
import { createVerifier } from './verify';

export type ConnectedLive = ReturnType<typeof connectLive>;

/** The tabs of one connection share a stream. */
const channelName = () => `dagscope.live.${connectionInUse()?.id ?? ''}`;

/** A page's stream is that of the page's own connection, even if another tab has switched since. */
function withConnection(url: string): string {
  const connection = connectionInUse();
  if (connection === undefined) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${CONNECTION_PARAM}=${connection.id}`;
}

let tabLocks: RequestLock | undefined;

/** Web Locks exist in secure contexts only. */
const requestLock: RequestLock = (name, { signal, steal }, hold) => {
  const locks = navigator.locks as LockManager | undefined;
  if (locks !== undefined) return locks.request(name, steal ? { steal } : { signal }, hold);
  tabLocks ??= createTabLocks({
    channel: new BroadcastChannel('dagscope.locks') as LockChannel,
    clock,
    tab: newRequestId(),
  });
  return tabLocks(name, { signal, steal }, hold);
};

const ANSWER_MS = 10_000;

/** Whether the console itself refused the stream, rather than something between. */
async function isRefusedByConsole(): Promise<boolean> {
  const ended = new AbortController();
  const cancel = clock.after(ANSWER_MS, () => ended.abort());
  try {
    const response = await fetch(withConnection(STREAM_PATH), { cache: 'no-store', signal: ended.signal });
    return !response.ok && readErrorBody(jsonOrUndefined(await response.text())).error_code !== null;
  } catch {
    return false;
  } finally {
    cancel();
    ended.abort();
  }
}

async function whyLost(refused: boolean): Promise<WhyLost> {
  if (await isKeyRejected(fetch)) return 'unauthenticated';
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch('/api/session', { cache: 'no-store', headers: connectionHeader(), signal });
  const session = sessionState.safeParse(jsonOrUndefined(await response.text()));
  if (!session.success) return 'unreachable';
  if (!session.data.connected) return 'unauthenticated';
  if (!session.data.scopes.includes('events:read')) return 'missing_scope';
  return refused && (await isRefusedByConsole()) ? 'console' : 'reachable';
}

interface ConnectLiveOptions {
  /** Names the index that the console reads. */
  index: string;
  shown: ShownData;
  /** Delivers what this connection does; the store listens first. */
  feed: LiveFeed;
  store: EventStore;
  hidden: () => boolean;
}

export function connectLive({ index, shown, feed, store, hidden }: ConnectLiveOptions) {
  const localConnection: LiveConnection = createConnection({
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
    whyLost,
    readNewEvents: (cursor) => readNewEvents(read, cursor, clock.now),
    requestSlot: (holder) => requestSlot(holder),
  });
  const connection = createSharedConnection({
    localConnection,
    clock,
    hidden,
    openedAt: clock.fromDevice(performance.timeOrigin),
    channel: () => cloningChannel(new BroadcastChannel(channelName()) as Channel),
    acquireLock: (lock, hold) => requestLock(channelName(), lock, hold),
  });
  const requestSlot = createStreamSlots({
    requestLock,
    channel: () => new BroadcastChannel('dagscope.streams') as SlotChannel,
    clock,
    isVisible: connection.isVisible,
    isNeeded: () => storedSwitches.get().length > 0,
  });
  const verifier = createVerifier({ read, store, connection: feed, clock, hidden });
  const connectionLog = createConnectionLog({ connection: feed, store, verifier, now: clock.now });
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
  feed.onMessage((message) => {
    if (message.is === 'event') return;
    if (message.is === 'reset') {
      forgetRecords();
      forgetNames();
      invalidator.reset();
    } else if (message.is !== 'begin') invalidator.everything();
    else if (message.stale_page === true) invalidator.everything(true);
  });
  // Reads may have failed while the connection was down.
  let { status } = feed.state();
  let wasLive = false;
  feed.subscribe(() => {
    const before = status;
    ({ status } = feed.state());
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
