// How long to wait before the index is asked again: full jitter, so that many relays do not come back at the same moment.
const FIRST_MS = 250;
const LONGEST_MS = 30_000;
/** Knocking at a closed door costs nobody anything, and somebody waits for it to open. */
const LONGEST_UNREACHABLE_MS = 8_000;
const LONGEST_ASKED_MS = 5 * 60_000;
/** A connection that brought events but not for long: wait as after this many failures at most. */
const PROGRESS_ATTEMPTS = 2;

export interface Backoff {
  /** Milliseconds to wait now. `asked`: what a Retry-After said, a lower bound. `unreachable`: nobody answered at all. */
  next(options?: { asked?: number | undefined; unreachable?: boolean }): number;
  /** The last connection was good: for long enough, or at least it brought events. */
  was(good: 'long' | 'progress'): void;
}

export function createBackoff(random: () => number): Backoff {
  let attempts = 0;
  return {
    next({ asked = 0, unreachable = false } = {}) {
      const longest = unreachable ? LONGEST_UNREACHABLE_MS : LONGEST_MS;
      const ceiling = Math.min(longest, FIRST_MS * 2 ** attempts);
      attempts += 1;
      return Math.max(random() * ceiling, Math.min(asked, LONGEST_ASKED_MS));
    },
    was(good) {
      attempts = good === 'long' ? 0 : Math.min(attempts, PROGRESS_ATTEMPTS);
    },
  };
}
