// How often one session or one address may ask the relay, a minute. Invariant: memory only and bounded; beyond a limit the answer is 429 with the time to
// wait, and the index is not asked. What the index itself allows a key is its own business.
import { ContractError } from '@/lib/contract/errors';
import { dropOldest } from './bounded-map';

const WINDOW_MS = 60_000;
const MOST_NAMES = 20_000;

export interface RateLimit {
  /** Counts one request under a name. Throws RATE_LIMITED beyond `most` a minute. */
  take(name: string, most: number): void;
  /** Passes the first time only, as long as this process lives. Throws FORBIDDEN. */
  once(name: string): void;
}

export function createRateLimit(now: () => number): RateLimit {
  const windows = new Map<string, { startedAt: number; used: number }>();
  const done = new Set<string>();

  function windowOf(name: string, at: number) {
    const known = windows.get(name);
    if (known !== undefined && at - known.startedAt < WINDOW_MS && at >= known.startedAt) return known;
    const fresh = { startedAt: at, used: 0 };
    windows.delete(name);
    windows.set(name, fresh);
    // The oldest window is the first one: a flood of names costs memory for a minute at most, and never more than this.
    dropOldest(windows, MOST_NAMES);
    return fresh;
  }

  return {
    once(name) {
      if (done.has(name))
        throw new ContractError('FORBIDDEN', 'this was done already, and is done once only');
      done.add(name);
    },
    take(name, most) {
      const at = now();
      const window = windowOf(name, at);
      window.used += 1;
      if (window.used <= most) return;
      const wait = Math.max(1, Math.ceil((window.startedAt + WINDOW_MS - at) / 1000));
      throw new ContractError('RATE_LIMITED', 'too many requests to this console', {
        headers: { 'Retry-After': String(wait) },
      });
    },
  };
}
