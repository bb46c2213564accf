// The clock of all three parts, a parameter everywhere so that tests control time. Timers never keep a process alive.

export interface Clock {
  /** Milliseconds since 1970, for times that are stored or shown. It jumps when the system time is set. */
  now: () => number;
  /** Milliseconds since some moment, for durations only. */
  monotonic: () => number;
  /** Runs once after `ms`; the returned function cancels it. */
  after: (ms: number, run: () => void) => () => void;
}

/** Longer waits overflow in setTimeout. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    // A number in browsers.
    let timer: ReturnType<typeof setTimeout> | number;
    function wait(remaining: number): void {
      const part = Math.min(remaining, LONGEST_TIMER_MS);
      timer = setTimeout(() => (remaining > part ? wait(remaining - part) : run()), part);
      if (typeof timer === 'object') timer.unref();
    }
    wait(ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms`; rejects when `signal` aborts. */
export function wait(clock: Pick<Clock, 'after'>, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = () => {
      cancel();
      reject(signal.reason as Error);
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    signal.addEventListener('abort', abort, { once: true });
  });
}

/** Runs each `ms`; the returned function ends that. */
export function every(clock: Pick<Clock, 'after'>, ms: number, run: () => void): () => void {
  let cancel = clock.after(ms, function again() {
    cancel = clock.after(ms, again);
    run();
  });
  return () => cancel();
}

/** RFC 3339 with milliseconds, in UTC. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
