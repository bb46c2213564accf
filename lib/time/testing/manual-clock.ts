// A clock that only the test moves. Invariant: timers run in the order of their times, each at its own time.
import type { Clock } from '@/lib/time/clock';

export interface ManualClock extends Clock {
  /** Moves the time on and runs every timer on the way. */
  pass: (ms: number) => void;
}

export function manualClock(start = 0): ManualClock {
  let time = start;
  const timers = new Set<{ at: number; run: () => void }>();
  return {
    now: () => time,
    monotonic: () => time,
    after(ms, run) {
      const timer = { at: time + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass(ms) {
      const end = time + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        time = Math.max(time, next.at);
        next.run();
      }
      time = end;
    },
  };
}
