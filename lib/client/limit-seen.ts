// The rate limit per the last response's ratelimit headers; nothing is computed.
import { createListeners } from './observable';

interface LimitSeen {
  limit: number | null;
  remaining: number;
  /** When the window resets, in milliseconds; null if the response did not say. */
  resets_at: number | null;
  seen_at: number;
}

let last: LimitSeen | null = null;
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
export const limitSeen = (): LimitSeen | null => last;

export const onLimitSeen = listeners.add;
