// Clock and timers of the live modules, injected so that tests control time.
export interface Timers {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Runs once after `ms`; the returned function cancels it. */
  after: (ms: number, run: () => void) => () => void;
}

export const browserTimers: Timers = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
