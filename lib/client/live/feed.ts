// The events this page has, newest first, whoever brought them: the stream or a listing. Invariant: one door, each id once; ids in order; at most `limit`,
// the oldest leave. `snapshot` is the same object until its content changes. While paused nothing that is shown moves: what comes is kept and counted.
import type { LiveEvent } from './live-message';

export interface FeedSnapshot {
  /** Newest first. */
  rows: readonly LiveEvent[];
  /** Came while paused; shown by `resume`. */
  waiting: number;
  paused: boolean;
  /** The feed holds everything after this id, as far as the limit reaches; null before that is known. */
  after: bigint | null;
  /** How many came in all, and how many of them had been here before. */
  received: number;
  doubles: number;
}

export interface Feed {
  add(events: readonly LiveEvent[]): void;
  /** Everything after this id will come. */
  begin(after: bigint | null): void;
  /** Forgets all: the log is another one. */
  reset(after: bigint | null): void;
  pause(): void;
  resume(): void;
  snapshot: () => FeedSnapshot;
  subscribe: (listener: () => void) => () => void;
}

const LIMIT = 5_000;

/** `soon` gathers changes into one notification, e.g. by the next frame of the screen. */
export function createFeed(options: { soon: (run: () => void) => void; limit?: number }): Feed {
  const { limit = LIMIT, soon } = options;
  const listeners = new Set<() => void>();
  /** Oldest first. */
  let all: LiveEvent[] = [];
  let frozen: readonly LiveEvent[] | undefined;
  let waiting = 0;
  let after: bigint | null = null;
  let received = 0;
  let doubles = 0;
  let held: FeedSnapshot | undefined;
  let announced = false;

  function changed(): void {
    held = undefined;
    if (announced) return;
    announced = true;
    soon(() => {
      announced = false;
      for (const listener of listeners) listener();
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

  function trim(): void {
    const over = all.length - limit;
    if (over <= 0) return;
    const gone = all[over - 1];
    all = all.slice(over);
    if (gone !== undefined && (after === null || gone.id > after)) after = gone.id;
  }

  return {
    add(events) {
      if (events.length === 0) return;
      for (const event of events) {
        received += 1;
        if (!insert(event)) doubles += 1;
        else if (frozen !== undefined) waiting += 1;
      }
      trim();
      changed();
    },
    begin(from) {
      // A stream that is taken up again begins later, but what came before it is here.
      if (after !== null) return;
      after = from;
      changed();
    },
    reset(from) {
      all = [];
      frozen = frozen === undefined ? undefined : [];
      waiting = 0;
      after = from;
      changed();
    },
    pause() {
      if (frozen !== undefined) return;
      frozen = [...all].reverse();
      changed();
    },
    resume() {
      if (frozen === undefined) return;
      frozen = undefined;
      waiting = 0;
      changed();
    },
    snapshot() {
      held ??= {
        rows: frozen ?? [...all].reverse(),
        waiting,
        paused: frozen !== undefined,
        after,
        received,
        doubles,
      };
      return held;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
