'use client';
// One clock for every relative time of the page: a thousand cells, one timer, one moment for all of them.
import { createContext, use, useSyncExternalStore } from 'react';

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

/**
 * The moment at which the server made the page, in milliseconds. The browser's first drawing uses it too, so that both
 * say "2 m ago" and nothing jumps; without it both say the date.
 */
export const MadeAt = createContext<number | null>(null);

/** The present in milliseconds, a second exact; where no page told `MadeAt`, null on the server and in the first drawing. */
export function useNow(): number | null {
  const made = use(MadeAt);
  return useSyncExternalStore<number | null>(clock.subscribe, clock.read, () => made);
}

const never = () => () => undefined;

/** What depends on the present, drawn anew only when it changes: of a hundred cells that say "2 m ago" none has to be looked at each second. */
export function useOfNow<Told extends string | boolean>(
  tell: (now: number | null) => Told,
  { moves = true }: { moves?: boolean } = {},
): Told {
  const made = use(MadeAt);
  return useSyncExternalStore(
    moves ? clock.subscribe : never,
    () => tell(clock.read()),
    () => tell(made),
  );
}

/** False on the server and in the browser's first drawing, which must not differ: the server knows no local zone. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
