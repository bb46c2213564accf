// One connection for all tabs of a browser: HTTP/1.1 allows six to an origin, and a stream keeps one for ever. The tab that holds a lock has the
// connection (`own`) and tells the others on a channel. Invariant: at most one tab connects; when it goes, another takes the stream up after the last
// event that it has seen itself, so nothing is missed; what comes twice, the feed's one door turns away.
import { UNKNOWN_STATE, type LiveConnection, type LiveMessage, type LiveState } from './live-message';
import { createObserved } from './observed';
import type { Timers } from './timers';

/** What tabs tell each other. */
type Word =
  | { is: 'message'; message: LiveMessage }
  | { is: 'state'; state: LiveState }
  /** A tab has come and wants to know how things are. */
  | { is: 'new' }
  | { is: 'alive' };

/** What is used of a BroadcastChannel. */
export interface Channel {
  postMessage(word: Word): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  close(): void;
}

/** Takes the lock when it is free (`steal`: at once) and holds it until `held` resolves or it is stolen; rejects when it was not got or is lost. */
export type TakeLock = (
  options: { signal: AbortSignal; steal: boolean },
  held: () => Promise<void>,
) => Promise<void>;

const ALIVE_MS = 15_000;
/** Timers of a hidden tab may sleep for a minute; a leader that says nothing for longer is gone without having let go. */
const DEAD_MS = 150_000;

export function createSharedConnection(options: {
  own: LiveConnection;
  channel: () => Channel;
  take: TakeLock;
  timers: Timers;
  /** When this page was asked for, in milliseconds: nothing that it shows was read before. */
  openedAt: number;
}): LiveConnection {
  const { own, timers } = options;
  const observed = createObserved(UNKNOWN_STATE);
  const messageListeners = new Set<(message: LiveMessage) => void>();
  let channel: Channel | undefined;
  let leading = false;
  /** The newest event that this tab has been given, or the tip it began at. */
  let seen: bigint | undefined;
  let stopped = new AbortController();
  let letGo: () => void = () => undefined;
  let cancelTimer: () => void = () => undefined;

  function pass(message: LiveMessage): void {
    if (message.is === 'events')
      for (const { id } of message.events) seen = seen === undefined || id > seen ? id : seen;
    else if (message.is === 'begin') seen ??= message.after ?? undefined;
    else if (message.is === 'reset') seen = message.tip ?? undefined;
    else if (message.is === 'skip') seen = message.after;
    for (const listener of messageListeners) listener(message);
  }

  own.onMessage((message) => {
    if (!leading) return;
    pass(message);
    // Where this tab's stream begins is its own business: the others have their own beginnings.
    if (message.is !== 'begin') channel?.postMessage({ is: 'message', message });
  });
  own.subscribe(() => {
    if (!leading && own.state().status !== 'closed') return;
    observed.set(own.state());
    if (leading) channel?.postMessage({ is: 'state', state: observed.get() });
  });

  function hear(word: Word): void {
    if (leading) {
      if (word.is === 'new') channel?.postMessage({ is: 'state', state: observed.get() });
      return;
    }
    if (word.is === 'new') return;
    watch();
    if (word.is === 'message') pass(word.message);
    else if (word.is === 'state') {
      observed.set(word.state);
      const { tip, last_event_at } = word.state;
      const late = last_event_at !== null && last_event_at >= options.openedAt;
      if (seen === undefined && tip !== null) pass({ is: 'begin', after: tip, ...(late ? { late } : {}) });
    }
  }

  /** Followers: take over from a leader that has died without a word. */
  function watch(): void {
    cancelTimer();
    cancelTimer = timers.after(DEAD_MS, () => stand(true));
  }

  function tellAlive(): void {
    cancelTimer();
    cancelTimer = timers.after(ALIVE_MS, () => {
      channel?.postMessage({ is: 'alive' });
      tellAlive();
    });
  }

  function lead(): Promise<void> {
    leading = true;
    tellAlive();
    own.start(seen === undefined ? undefined : { id: seen, log_id: observed.get().log_id });
    return new Promise((done) => (letGo = done));
  }

  function follow(): void {
    // What it has received and not yet passed on goes out before it falls silent.
    own.stop();
    leading = false;
    letGo();
    watch();
  }

  /** Waits for the lock and leads when it is got; follows again when it is stolen. */
  function stand(steal: boolean): void {
    const { signal } = stopped;
    void options
      .take({ signal, steal }, lead)
      .catch(() => undefined)
      .then(() => {
        if (signal.aborted) return;
        follow();
        stand(false);
      });
  }

  return {
    start() {
      if (channel !== undefined) return;
      stopped = new AbortController();
      const opened = options.channel();
      channel = opened;
      opened.onmessage = ({ data }) => {
        if (channel === opened) hear(data as Word);
      };
      opened.postMessage({ is: 'new' });
      watch();
      stand(false);
    },
    stop() {
      if (channel === undefined) return;
      stopped.abort();
      cancelTimer();
      own.stop();
      leading = false;
      letGo();
      channel.close();
      channel = undefined;
    },
    hurry() {
      if (leading) own.hurry();
    },
    refuse(reason) {
      own.refuse(reason);
    },
    holdsStream: () => leading,
    state: observed.get,
    subscribe: observed.subscribe,
    onMessage(listener) {
      messageListeners.add(listener);
      return () => messageListeners.delete(listener);
    },
  };
}
