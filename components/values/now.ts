'use client';
// One clock for every relative time of the page: a thousand cells, one timer, one moment for all of them.
import { useSyncExternalStore } from 'react';

const EVERY_MS = 1000;

interface NowClock {
  subscribe: (listener: () => void) => () => void;
  read: () => number;
}

/** A clock that ticks only while somebody listens. `now` and the timer are given, so that a test can turn it by hand. */
export function createNowClock(
  now: () => number,
  every: (run: () => void, ms: number) => () => void,
): NowClock {
  const listeners = new Set<() => void>();
  // Held between ticks: React must read the same value until the listeners have been told of another.
  let held = now();
  let stop: (() => void) | undefined;
  return {
    read: () => held,
    subscribe(listener) {
      listeners.add(listener);
      if (stop === undefined) {
        held = now();
        stop = every(() => {
          held = now();
          for (const one of listeners) one();
        }, EVERY_MS);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}

const clock = createNowClock(Date.now, (run, ms) => {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
});

/** The present in milliseconds, a second exact; null on the server and while hydrating, when no clock can be agreed on. */
export function useNow(): number | null {
  return useSyncExternalStore<number | null>(clock.subscribe, clock.read, () => null);
}
