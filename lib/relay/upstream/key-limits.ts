// How much of the index's request limit each key has left, shared by all of its readers. Invariant: reads pause while the index asks for it, and
// a fifth of the limit is left to the user's own scripts. Keys are held as hashes, in bounded memory.
import { createHash } from 'node:crypto';
import { dropOldest } from '@/lib/relay/bounded-map';

export interface KeyLimit {
  /** Requests per window, as the index says; null: it does not say. */
  limit: number | null;
  remaining: number | null;
  /** Time of the next window. */
  resetsAt: number | null;
  /** No read is sent before this time. */
  pausedUntil: number;
}

const RESERVED_SHARE = 0.2;
/** After a 429 that names no time. */
const DEFAULT_PAUSE_MS = 5_000;
const MAX_RETRY_AFTER_MS = 5 * 60_000;
/** Long windows are probed again after this time. */
const MAX_RESERVE_PAUSE_MS = 60_000;
const MAX_KEYS = 10_000;

function numberOf(headers: Headers, name: string): number | null {
  const text = headers.get(name) ?? '';
  return /^\d{1,9}(\.\d+)?$/.test(text) ? Number(text) : null;
}

export type KeyLimits = ReturnType<typeof createKeyLimits>;

/** `now`: wall clock in milliseconds, since Retry-After may be a date. */
export function createKeyLimits(now: () => number) {
  const keys = new Map<string, KeyLimit>();
  const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');

  function retryAfterMs(headers: Headers): number | null {
    const seconds = numberOf(headers, 'retry-after');
    const date = Date.parse(headers.get('retry-after') ?? '');
    if (seconds !== null) return seconds * 1000;
    return Number.isNaN(date) ? null : Math.max(0, date - now());
  }

  return {
    /** Records the `ratelimit-*` and `retry-after` headers of a response. */
    note(key: string, { status, headers }: { status: number; headers: Headers }): void {
      const limit = numberOf(headers, 'ratelimit-limit');
      const remaining = numberOf(headers, 'ratelimit-remaining');
      const reset = numberOf(headers, 'ratelimit-reset');
      if (status !== 429 && remaining === null) return;
      const resetMs = reset === null ? null : reset * 1000;
      let pauseMs = 0;
      if (status === 429)
        pauseMs = Math.min(retryAfterMs(headers) ?? resetMs ?? DEFAULT_PAUSE_MS, MAX_RETRY_AFTER_MS);
      else if (limit !== null && remaining !== null && remaining <= limit * RESERVED_SHARE)
        pauseMs = Math.min(resetMs ?? 0, MAX_RESERVE_PAUSE_MS);
      const name = hashOf(key);
      const known = keys.get(name);
      keys.delete(name);
      keys.set(name, {
        limit: limit ?? known?.limit ?? null,
        remaining: status === 429 ? 0 : remaining,
        resetsAt: resetMs === null ? null : now() + resetMs,
        pausedUntil: Math.max(known?.pausedUntil ?? 0, now() + pauseMs),
      });
      dropOldest(keys, MAX_KEYS);
    },
    /** What the last responses said; undefined when the index states no limit. */
    of: (key: string): KeyLimit | undefined => keys.get(hashOf(key)),
    /** Milliseconds until this key may read again; 0: now. */
    waitMs: (key: string): number => Math.max(0, (keys.get(hashOf(key))?.pausedUntil ?? 0) - now()),
  };
}
