// The clock of the index service, a parameter everywhere so that tests control time. Timers never keep the process alive.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some moment, for durations only. */
  monotonic(): number;
  /** Runs once after `ms`; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** RFC 3339 with milliseconds, in UTC. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
