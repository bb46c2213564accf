// When the reads of a key pause, shared by all of its readers. Invariant: reads pause while the index asks for it, and a fifth of the key's
// request limit is left to the user's own scripts.
import { dropOldest } from '@/lib/limits/bounded-map';
import { hashOf } from '@/lib/relay/hash';

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

export type ReadPauses = ReturnType<typeof createReadPauses>;

/** `now`: wall clock in milliseconds, since Retry-After may be a date. */
export function createReadPauses(now: () => number) {
  /** Per key, the time before which no read is sent. */
  const pauses = new Map<string, number>();

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
      const resetMs = reset === null ? null : reset * 1000;
      let pauseMs = 0;
      if (status === 429)
        pauseMs = Math.min(retryAfterMs(headers) ?? resetMs ?? DEFAULT_PAUSE_MS, MAX_RETRY_AFTER_MS);
      else if (limit !== null && remaining !== null && remaining <= limit * RESERVED_SHARE)
        pauseMs = Math.min(resetMs ?? 0, MAX_RESERVE_PAUSE_MS);
      if (pauseMs === 0) return;
      const name = hashOf(key);
      const until = Math.max(pauses.get(name) ?? 0, now() + pauseMs);
      pauses.delete(name);
      pauses.set(name, until);
      dropOldest(pauses, MAX_KEYS);
    },
    /** Milliseconds until this key may read again; 0: now. */
    waitMs: (key: string): number => Math.max(0, (pauses.get(hashOf(key)) ?? 0) - now()),
  };
}
