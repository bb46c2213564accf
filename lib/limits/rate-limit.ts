// Fixed-window rate limiter for the relay and the index. Invariant: memory is bounded, and no key's counter can be evicted by requests under
// other keys: once the table is full, new keys share hashed counters until windows expire.
import { ContractError } from '@/lib/contract/errors';

const MAX_KEYS = 20_000;
const SHARED_COUNTERS = 1_024;

export interface RateLimitOptions {
  /** Wall clock in milliseconds. It may jump back: that starts a new window. */
  now: () => number;
  /** Length of a window; one minute unless stated. */
  windowMs?: number;
  maxKeys?: number;
}

/** RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset (seconds), in lower case. */
export type RateLimitHeaders = Readonly<Record<string, string>>;

export interface RateLimit {
  /** Counts one request under `key`. Throws RATE_LIMITED with the headers and Retry-After beyond `limit` per window. */
  take(key: string, limit: number): RateLimitHeaders;
  /** Uncounts one request: limits on failures count every attempt first, so that simultaneous ones cannot pass, and give back a success. */
  giveBack(key: string): void;
}

interface Window {
  startedAt: number;
  used: number;
}

export function rateLimitHeaders(limit: number, used: number, msLeft: number): RateLimitHeaders {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(Math.max(0, limit - used)),
    'ratelimit-reset': String(Math.max(1, Math.ceil(msLeft / 1000))),
  };
}

/** The error for a request beyond `limit`. */
export function rateLimited(limit: number, msLeft: number): ContractError {
  const headers = rateLimitHeaders(limit, limit, msLeft);
  const seconds = headers['ratelimit-reset'] ?? '1';
  return new ContractError('RATE_LIMITED', `too many requests, try again in ${seconds} s`, {
    headers: { ...headers, 'retry-after': seconds },
  });
}

/** FNV-1a: cheap, and good enough to spread keys over shared counters. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

export function createRateLimit({ now, windowMs = 60_000, maxKeys = MAX_KEYS }: RateLimitOptions): RateLimit {
  // Ordered by start, oldest first.
  const windows = new Map<string, Window>();
  const isCurrent = ({ startedAt }: Window, at: number) => at >= startedAt && at - startedAt < windowMs;

  function dropExpired(at: number): void {
    for (const [key, window] of windows) {
      if (isCurrent(window, at)) return;
      windows.delete(key);
    }
  }

  /** The current window of `key`, or a new one that is not stored yet. */
  function find(key: string, at: number): { name: string; window: Window } {
    dropExpired(at);
    const full = !windows.has(key) && windows.size >= maxKeys;
    const name = full ? `\0shared ${hashOf(key) % SHARED_COUNTERS}` : key;
    const existing = windows.get(name);
    return {
      name,
      window: existing !== undefined && isCurrent(existing, at) ? existing : { startedAt: at, used: 0 },
    };
  }

  const msLeft = ({ startedAt }: Window, at: number) => startedAt + windowMs - at;

  return {
    take(key, limit) {
      const at = now();
      const { name, window } = find(key, at);
      if (window.used >= limit) throw rateLimited(limit, msLeft(window, at));
      window.used += 1;
      // A new window goes to the end.
      if (window.used === 1) windows.delete(name);
      windows.set(name, window);
      return rateLimitHeaders(limit, window.used, msLeft(window, at));
    },
    giveBack(key) {
      const { window } = find(key, now());
      if (window.used > 0) window.used -= 1;
    },
  };
}
