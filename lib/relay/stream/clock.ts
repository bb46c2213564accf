// Time as a parameter of the stream. Timers of the real clock do not keep the process alive.
export interface Clock {
  /** Monotonic milliseconds: setting the wall clock ends no stream. */
  now(): number;
  /** Runs once after `ms`; returns how to cancel it. */
  after(ms: number, run: () => void): () => void;
  every(ms: number, run: () => void): () => void;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const realClock: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(ms, LONGEST_TIMER_MS)).unref();
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};
