// Requests a minute a key (decisions "rate limits"): a window of a minute that starts with a key's first request.
// Invariant: memory only, bounded by the keys seen within the last minute; a restart gives everybody a fresh window.
import { ContractError } from '@/lib/contract/errors';
import type { Clock } from '@/lib/index-service/clock';
import type { HeaderList } from './respond';

const WINDOW = 60_000;
const SWEEP_ABOVE = 1_000;

export function createRateLimit(clock: Pick<Clock, 'now'>) {
  const windows = new Map<string, { startedAt: number; used: number }>();

  function sweep(now: number): void {
    if (windows.size <= SWEEP_ABOVE) return;
    for (const [key, window] of windows) if (now - window.startedAt >= WINDOW) windows.delete(key);
  }

  return {
    /** Counts one request of the key and returns the headers that say what is left. Throws RATE_LIMITED with the same headers and retry-after. */
    take(key: string, limit: number): HeaderList {
      const now = clock.now();
      let window = windows.get(key);
      // A clock that jumped back starts a new window too, else the key would wait for it to catch up.
      if (window === undefined || now - window.startedAt >= WINDOW || now < window.startedAt) {
        sweep(now);
        window = { startedAt: now, used: 0 };
        windows.set(key, window);
      }
      const allowed = window.used < limit;
      if (allowed) window.used += 1;
      const reset = String(Math.max(1, Math.ceil((window.startedAt + WINDOW - now) / 1000)));
      const headers = {
        'ratelimit-limit': String(limit),
        'ratelimit-remaining': String(limit - window.used),
        'ratelimit-reset': reset,
      };
      if (allowed) return headers;
      throw new ContractError('RATE_LIMITED', `at most ${limit} requests a minute with this key`, {
        headers: { ...headers, 'retry-after': reset },
      });
    },
  };
}
