// The rate limit per the last response's ratelimit headers, and when refreshes of the open page should wait for it.
import { createListeners } from './observable';

interface RateLimit {
  limit: number | null;
  remaining: number;
  /** When the window resets, in milliseconds; null if the response had none. */
  resets_at: number | null;
  seen_at: number;
}

let last: RateLimit | null = null;
const listeners = createListeners();

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

export function noteLimit(headers: Headers, now: number): void {
  const remaining = whole(headers.get('ratelimit-remaining'));
  if (remaining === null) return;
  const reset = whole(headers.get('ratelimit-reset'));
  last = {
    limit: whole(headers.get('ratelimit-limit')),
    remaining,
    resets_at: reset === null ? null : now + reset * 1000,
    seen_at: now,
  };
  listeners.notify();
}

/** The same object until the next response; null before the first. */
export const lastRateLimit = (): RateLimit | null => last;

export const onRateLimit = listeners.add;

/** Refreshes leave this share of the limit to the pages that are opened, and to scripts. */
const SHARE_FOR_USERS = 0.5;
const MAX_WAIT_MS = 60_000;
let refusedUntil = 0;

/** A 429 with a requested wait. */
export function noteRefusal(waitMs: number, now: number): void {
  refusedUntil = Math.max(refusedUntil, now + waitMs);
}

/** Milliseconds that refreshes should wait; 0: none. */
export function limitedForMs(now: number): number {
  const limit = last?.limit ?? null;
  const isLow = last !== null && limit !== null && last.remaining <= limit * SHARE_FOR_USERS;
  const until = Math.max(refusedUntil, isLow ? (last?.resets_at ?? 0) : 0);
  return Math.min(MAX_WAIT_MS, Math.max(0, until - now));
}
