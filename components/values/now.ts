'use client';
// One clock, the server's, and one timer for every relative time on the page.
import { createContext, use, useSyncExternalStore } from 'react';
import { serverClock } from '@/lib/time/server-clock';

const EVERY_MS = 1000;

interface NowClock {
  subscribe: (listener: () => void) => () => void;
  read: () => number;
}

/** Ticks only while it has listeners; time and timer are parameters for tests. */
function createNowClock(now: () => number, every: (run: () => void, ms: number) => () => void): NowClock {
  const listeners = new Set<() => void>();
  // Constant between ticks: React must read the same value until the listeners have been called.
  let current = now();
  let stop: (() => void) | undefined;
  return {
    read: () => current,
    subscribe(listener) {
      listeners.add(listener);
      if (stop === undefined) {
        current = now();
        stop = every(() => {
          current = now();
          for (const notify of listeners) notify();
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

const clock = createNowClock(serverClock.now, (run, ms) => {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
});

/**
 * The moment at which the server made the page, in milliseconds. The browser's first drawing uses it too, so that both
 * say "2 m ago" and nothing jumps; without it both say the date.
 */
export const MadeAt = createContext<number | null>(null);

/** Until when the page's data is known to be current, in milliseconds; null while it is live. */
export const KnownUntil = createContext<number | null>(null);

/** The current time in ms, updated every second; during hydration `MadeAt`, or null without it. */
export function useNow(): number | null {
  const made = use(MadeAt);
  return useSyncExternalStore<number | null>(clock.subscribe, clock.read, () => made);
}

const never = () => () => undefined;

/** A value derived from the current time; re-renders only when the value changes. */
export function useNowValue<Value extends string | boolean>(
  derive: (now: number | null) => Value,
  { ticks = true }: { ticks?: boolean } = {},
): Value {
  const made = use(MadeAt);
  return useSyncExternalStore(
    ticks ? clock.subscribe : never,
    () => derive(clock.read()),
    () => derive(made),
  );
}
