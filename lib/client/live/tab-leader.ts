// One connection for all tabs of a key: the tab holding a lock owns the stream and broadcasts what it delivers.
// Invariant: at most one tab connects; its successor resumes after the last event it saw itself, so nothing is missed.
import {
  INITIAL_STATE,
  type LiveConnection,
  type LiveMessage,
  type LiveState,
  missedBetween,
} from './messages';
import { createListeners, createObservable } from '@/lib/client/observable';
import { fromCloneable, toCloneable } from '@/lib/json/cloneable';
import type { Clock } from '@/lib/time/clock';
import type { RequestLock } from './tab-locks';

type TabMessage =
  | { is: 'message'; message: LiveMessage }
  /** The leader's connection, the last event it delivered and when. */
  | { is: 'state'; state: LiveState; cursor: bigint | null; last_event_at: number | null }
  /** A follower requests the state; the leader answers. Messages are delivered where a hidden tab's timers are not. */
  | { is: 'heartbeat'; visible: boolean };

/** The part of BroadcastChannel that is used. */
export interface Channel {
  postMessage(message: TabMessage): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  close(): void;
}

/** A channel whose messages survive structured cloning unchanged. */
export function cloningChannel(channel: Channel): Channel {
  return {
    postMessage: (message) => channel.postMessage(toCloneable(message) as TabMessage),
    set onmessage(listener: Channel['onmessage']) {
      channel.onmessage = listener && (({ data }) => listener({ data: fromCloneable(data) }));
    },
    close: () => channel.close(),
  };
}

/** `RequestLock` of the lock that the tabs of a key share. */
export type AcquireLock = (options: Parameters<RequestLock>[1], hold: () => Promise<void>) => Promise<void>;

export const HEARTBEAT_MS = 5_000;
/** Unanswered heartbeats after which a follower takes over. */
const MAX_MISSED = 2;

export interface SharedConnection extends LiveConnection {
  /** Whether this tab or one that follows it is visible. */
  isVisible: () => boolean;
}

export function createSharedConnection(options: {
  localConnection: LiveConnection;
  channel: () => Channel;
  acquireLock: AcquireLock;
  clock: Clock;
  hidden: () => boolean;
  /** When this page was requested, in milliseconds: nothing it shows was read earlier. */
  openedAt: number;
}): SharedConnection {
  const { localConnection, clock, hidden } = options;
  const observable = createObservable(INITIAL_STATE);
  const messages = createListeners<[LiveMessage]>();
  let channel: Channel | undefined;
  let leading = false;
  /** The newest event this tab has received, or the id it started after. */
  let cursor: bigint | undefined;
  /** The newest event before the tab stopped, until it is known what came since. */
  let leftAfter: bigint | undefined;
  let lastEventAt: number | null = null;
  let missed = 0;
  /** When a follower last reported that it is visible. */
  let seenAt = Number.NEGATIVE_INFINITY;
  /** Aborted when the tab stops or campaigns again. */
  let attempt = new AbortController();
  let releaseLock: () => void = () => undefined;
  let cancelTimer: () => void = () => undefined;

  function deliver(message: LiveMessage): void {
    if (message.is === 'event')
      cursor = cursor === undefined || message.event.id > cursor ? message.event.id : cursor;
    else if (message.is === 'begin') cursor ??= message.after ?? undefined;
    else if (message.is === 'reset') cursor = message.tip ?? undefined;
    else if (message.is === 'skip') cursor = message.after;
    messages.notify(message);
  }

  localConnection.onMessage((message) => {
    if (!leading) return;
    if (message.is === 'event') lastEventAt = message.event.received_at;
    deliver(message);
    // Where this tab's stream begins concerns no other tab.
    if (message.is !== 'begin') channel?.postMessage({ is: 'message', message });
  });
  localConnection.subscribe(() => {
    if (!leading && localConnection.state().status !== 'closed') return;
    observable.set(localConnection.state());
    if (leading) broadcastState();
  });

  function broadcastState(): void {
    const state = localConnection.state();
    channel?.postMessage({ is: 'state', state, cursor: cursor ?? state.tip, last_event_at: lastEventAt });
  }

  function receive(message: TabMessage): void {
    if (message.is === 'heartbeat') {
      if (message.visible) seenAt = clock.monotonic();
      if (leading) broadcastState();
      return;
    }
    if (leading) return;
    missed = 0;
    if (message.is === 'message') return deliver(message.message);
    const before = observable.get().log_id;
    observable.set(message.state);
    if (message.cursor === null) return;
    if (cursor !== undefined) return returned(message.cursor, before);
    const stale = message.last_event_at !== null && message.last_event_at >= options.openedAt;
    deliver({ is: 'begin', after: message.cursor, ...(stale ? { stale_page: true } : {}) });
  }

  /** Reports what happened while the tab was stopped. */
  function returned(newest: bigint, logBefore: string | null): void {
    const after = leftAfter;
    leftAfter = undefined;
    const { log_id } = observable.get();
    if (after === undefined) return;
    if (logBefore !== null && log_id !== null && log_id !== logBefore)
      return deliver({ is: 'reset', tip: newest });
    if (newest <= after) return;
    deliver(missedBetween(after, newest));
    if (cursor === undefined || newest > cursor) cursor = newest;
  }

  /** Followers: take over from a leader that no longer answers. */
  function askForHeartbeat(): void {
    cancelTimer();
    channel?.postMessage({ is: 'heartbeat', visible: !hidden() });
    cancelTimer = clock.after(HEARTBEAT_MS, () => {
      missed += 1;
      if (missed < MAX_MISSED) askForHeartbeat();
      else campaign(true);
    });
  }

  function lead(): Promise<void> {
    leading = true;
    cancelTimer();
    const id = leftAfter ?? cursor;
    leftAfter = undefined;
    localConnection.start(id === undefined ? undefined : { id, log_id: observable.get().log_id });
    return new Promise((release) => (releaseLock = release));
  }

  function follow(): void {
    localConnection.stop();
    leading = false;
    releaseLock();
    missed = 0;
    askForHeartbeat();
  }

  /** Queues for the lock and leads once it is acquired; follows again when it is stolen. */
  function campaign(steal: boolean): void {
    attempt.abort();
    attempt = new AbortController();
    const { signal } = attempt;
    void options
      .acquireLock({ signal, steal }, lead)
      .catch(() => undefined)
      .then(() => {
        if (signal.aborted) return;
        follow();
        campaign(false);
      });
  }

  return {
    start() {
      if (channel !== undefined) return;
      const opened = options.channel();
      channel = opened;
      opened.onmessage = ({ data }) => {
        if (channel === opened) receive(data as TabMessage);
      };
      missed = 0;
      leftAfter ??= cursor;
      askForHeartbeat();
      campaign(false);
    },
    stop() {
      if (channel === undefined) return;
      attempt.abort();
      cancelTimer();
      localConnection.stop();
      leading = false;
      releaseLock();
      channel.close();
      channel = undefined;
      // What is on the page may be older than the next event.
      if (observable.get().status !== 'closed') observable.set({ status: 'connecting', reason: null });
    },
    reconnectNow() {
      if (leading) localConnection.reconnectNow();
    },
    refuse: localConnection.refuse,
    holdsStream: () => leading,
    isVisible: () => !hidden() || clock.monotonic() - seenAt < MAX_MISSED * HEARTBEAT_MS,
    state: observable.get,
    subscribe: observable.subscribe,
    onMessage: messages.add,
  };
}
