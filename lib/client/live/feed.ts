// The events that this tab was given last, of every kind: what pages fill up from when they open or change their filters. Invariant: one door, each id once;
// ids in order; at most `limit`, the oldest leave; everything after `after` that came is here. Whoever holds rows of its own listens at the door.
// What is shown, what is only counted and what is read from history is the page's window's business (lib/client/event-window.ts).
import type { EventRecord } from '@/lib/contract/events';
import type { LiveEvent } from './live-message';
import { createRate, type Rate } from './rate';

export interface FeedSnapshot {
  /** The feed holds everything after this id, as far as the limit reaches; null before that is known. */
  after: bigint | null;
  /** How many came in all, and how many of them had been here before and were turned away. */
  received: number;
  doubles: number;
  /** Where this browser was when it was here before; null where it was not, or in another log. */
  left: LeftOff | null;
}

export interface LeftOff {
  /** The last event it was given then. */
  id: bigint;
  /** Milliseconds. */
  at: number;
  /** So many ids after it were not replayed: they are in the history alone. */
  skipped: bigint;
}

export interface FeedListener {
  /** New here, oldest first. */
  added(events: readonly LiveEvent[]): void;
  /** The log is another one: what was held is no part of it. */
  reset(after: bigint | null): void;
  /** Something between `from` and `after` was left out: the history has it. */
  skipped(from: bigint | null, after: bigint): void;
  /** The history's record of events that were given: their time on chain. */
  told(records: readonly EventRecord[]): void;
}

export interface Feed {
  add(events: readonly LiveEvent[]): void;
  /** Everything after this id will come; `left_at`: this browser was there before, until then (milliseconds). */
  begin(after: bigint | null, left_at?: number): void;
  skip(from: bigint | null, after: bigint): void;
  reset(after: bigint | null): void;
  tell(records: readonly EventRecord[]): void;
  /** Oldest first. */
  events(): readonly LiveEvent[];
  listen(listener: FeedListener): () => void;
  rate: Rate;
  /** The same object until its content changes. */
  snapshot: () => FeedSnapshot;
  subscribe: (listener: () => void) => () => void;
}

const LIMIT = 5_000;

/** `soon` gathers changes into one notification; `now` in milliseconds. */
export function createFeed(options: {
  soon: (run: () => void) => void;
  now: () => number;
  limit?: number;
}): Feed {
  const { limit = LIMIT, soon, now } = options;
  const subscribers = new Set<() => void>();
  const listeners = new Set<FeedListener>();
  const rate = createRate();
  /** Oldest first. */
  let all: LiveEvent[] = [];
  let after: bigint | null = null;
  let received = 0;
  let doubles = 0;
  let left: LeftOff | null = null;
  let held: FeedSnapshot | undefined;
  let announced = false;

  function changed(): void {
    held = undefined;
    if (announced) return;
    announced = true;
    soon(() => {
      announced = false;
      for (const subscriber of subscribers) subscriber();
    });
  }

  /** Index of the first event with an id of at least `id`. */
  function placeOf(id: bigint): number {
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((all[middle]?.id ?? 0n) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function insert(event: LiveEvent): boolean {
    const newest = all.at(-1);
    if (newest === undefined || event.id > newest.id) {
      all.push(event);
      return true;
    }
    const place = placeOf(event.id);
    if (all[place]?.id === event.id) return false;
    all.splice(place, 0, event);
    return true;
  }

  /** A tenth over the limit before it is cut, so that not every event moves the whole array. */
  function trim(): void {
    if (all.length <= limit + limit / 10) return;
    const gone = all[all.length - limit - 1];
    all = all.slice(all.length - limit);
    if (gone !== undefined && (after === null || gone.id > after)) after = gone.id;
  }

  return {
    add(events) {
      if (events.length === 0) return;
      const fresh = events.filter(insert);
      received += events.length;
      doubles += events.length - fresh.length;
      rate.count(fresh.length, now());
      trim();
      changed();
      if (fresh.length > 0) for (const listener of listeners) listener.added(fresh);
    },
    begin(from, left_at) {
      // A stream that is taken up again begins later, but what came before it is here.
      if (after !== null) return;
      after = from;
      if (from !== null && left_at !== undefined) left = { id: from, at: left_at, skipped: 0n };
      changed();
    },
    skip(from, to) {
      all = [];
      after = to;
      if (left !== null && from !== null) left = { ...left, skipped: left.skipped + to - from };
      changed();
      for (const listener of listeners) listener.skipped(from, to);
    },
    reset(from) {
      all = [];
      after = from;
      left = null;
      changed();
      for (const listener of listeners) listener.reset(from);
    },
    tell(records) {
      for (const listener of listeners) listener.told(records);
    },
    events: () => all,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    rate,
    snapshot: () => (held ??= { after, received, doubles, left }),
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
  };
}
