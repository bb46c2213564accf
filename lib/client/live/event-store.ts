// Everything this tab has received from the stream: the only place that deduplicates events and delays updates.
// Invariant: each id once, in order; everything received after `after` is here; at most `limit` events, the oldest leave first.
import type { EventRecord } from '@/lib/contract/events';
import type { LiveConnection, LiveEvent, LiveMessage, LiveState } from './messages';
import { createListeners } from '@/lib/client/observable';
import type { Clock } from '@/lib/time/clock';

export interface StoreState extends LiveState {
  /** The store holds everything after this id, within its limit; null until that is known. */
  after: bigint | null;
  received: number;
  /** When the last event was received, in milliseconds. */
  last_event_at: number | null;
  /** The previous visit of this browser; null when there was none, or when the log was reset since. */
  last_visit: LastVisit | null;
}

export interface LastVisit {
  /** The last event received then. */
  id: bigint;
  /** Milliseconds. */
  at: number;
  /** How many ids after it were not replayed: those events are only in the history. */
  skipped: bigint;
}

export type StoreChange =
  /** New events, oldest first. */
  | { is: 'added'; events: readonly LiveEvent[] }
  /** `after` became known. */
  | { is: 'began' }
  | { is: 'reset'; after: bigint | null }
  /** Events between the two ids were skipped; the history has them. */
  | { is: 'skipped'; from: bigint | null; after: bigint }
  /** Records of stored events from the history: they carry the time on chain. */
  | { is: 'dated'; records: readonly EventRecord[] };

export type EventStore = ReturnType<typeof createEventStore>;

const LIMIT = 5_000;
/** Rows that change more often than this cannot be read, nor slide into place. */
const DELAY_MS = 300;

/** Index of the first event with an id of at least `id`, in events ordered by id. */
export function indexOfId(events: readonly { id: bigint }[], id: bigint): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((events[middle]?.id ?? 0n) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

const newest = (a: bigint | null, b: bigint | null): bigint | null =>
  a === null || (b !== null && b > a) ? b : a;

/** `hidden`: whether the tab is in the background, where timers may sleep, so nothing is delayed. */
export function createEventStore(options: {
  connection: Pick<LiveConnection, 'state' | 'subscribe' | 'onMessage'>;
  clock: Clock;
  hidden: () => boolean;
  limit?: number;
}) {
  const { connection, clock, hidden, limit = LIMIT } = options;
  const subscribers = createListeners();
  const changes = createListeners<[StoreChange]>();
  /** Oldest first. */
  let events: LiveEvent[] = [];
  let pending: LiveEvent[] = [];
  let local: Pick<StoreState, 'cursor' | Exclude<keyof StoreState, keyof LiveState>> = {
    after: null,
    cursor: null,
    received: 0,
    last_event_at: null,
    last_visit: null,
  };
  let snapshot: StoreState | undefined;
  let { status } = connection.state();
  let flushedAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;

  function flush(): void {
    cancel?.();
    cancel = undefined;
    flushedAt = clock.monotonic();
    const added = pending;
    pending = [];
    if (added.length > 0) changes.notify({ is: 'added', events: added });
    subscribers.notify();
  }

  function scheduleFlush(): void {
    snapshot = undefined;
    if (cancel !== undefined && !hidden()) return;
    const wait = flushedAt + DELAY_MS - clock.monotonic();
    if (wait <= 0 || hidden()) flush();
    else cancel = clock.after(wait, flush);
  }

  function publish(change: StoreChange): void {
    snapshot = undefined;
    flush();
    changes.notify(change);
  }

  function insert(event: LiveEvent): boolean {
    const newest = events.at(-1);
    if (newest === undefined || event.id > newest.id) {
      events.push(event);
      return true;
    }
    const index = indexOfId(events, event.id);
    if (events[index]?.id === event.id) return false;
    events.splice(index, 0, event);
    return true;
  }

  /** Cuts only a tenth above the limit, so that not every event moves the whole array. */
  function trim(): void {
    if (events.length <= limit * 1.1) return;
    const dropped = events[events.length - limit - 1];
    events = events.slice(-limit);
    if (dropped !== undefined && (local.after === null || dropped.id > local.after))
      local = { ...local, after: dropped.id };
  }

  function add(received: readonly LiveEvent[]): void {
    const fresh = received.filter(insert);
    const last = fresh.at(-1);
    if (last === undefined) return;
    pending.push(...fresh);
    local = {
      ...local,
      cursor: newest(local.cursor, last.id),
      received: local.received + fresh.length,
      last_event_at: last.received_at,
    };
    trim();
    scheduleFlush();
  }

  const handlers: { [Is in LiveMessage['is']]?: (message: Extract<LiveMessage, { is: Is }>) => void } = {
    event: ({ event }) => add([event]),
    begin({ after, last_visit_at }) {
      // A stream that resumes begins later, but what came before is already here.
      if (local.after !== null) return;
      const last_visit =
        after !== null && last_visit_at !== undefined ? { id: after, at: last_visit_at, skipped: 0n } : null;
      local = { ...local, after, cursor: local.cursor ?? after, last_visit };
      publish({ is: 'began' });
    },
    skip({ from, after }) {
      const { last_visit } = local;
      events = [];
      local = {
        ...local,
        after,
        cursor: after,
        last_visit: last_visit && { ...last_visit, skipped: last_visit.skipped + after - from },
      };
      publish({ is: 'skipped', from, after });
    },
    reset({ tip }) {
      events = [];
      local = { ...local, after: tip, cursor: tip, last_visit: null };
      publish({ is: 'reset', after: tip });
    },
  };
  connection.onMessage((message) =>
    (handlers[message.is] as ((message: LiveMessage) => void) | undefined)?.(message),
  );
  connection.subscribe(() => {
    const before = status;
    ({ status } = connection.state());
    snapshot = undefined;
    if (status === before) scheduleFlush();
    else flush();
  });

  /** The same object until it changes. */
  function state(): StoreState {
    const live = connection.state();
    const cursor = newest(local.cursor, live.cursor);
    return (snapshot ??= { ...live, ...local, cursor, tip: newest(live.tip, cursor) });
  }

  return {
    state,
    /** Called after the batching delay; a change of the connection's status is not delayed. */
    subscribe: subscribers.add,
    /** Changes in order, at the same moments. */
    onChange(listener: (change: StoreChange) => void): () => void {
      // A new listener has read all events: those of the next batch would be new to it twice.
      if (pending.length > 0) flush();
      return changes.add(listener);
    },
    /** Oldest first. */
    events: (): readonly LiveEvent[] => events,
    /** Events and times that the history has and the stream did not deliver. */
    backfill(missing: readonly LiveEvent[], records: readonly EventRecord[]): void {
      add(missing);
      publish({ is: 'dated', records });
    },
  };
}
