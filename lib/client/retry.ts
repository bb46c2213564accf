// When failed reads are retried, and after how long. Invariant: only retryable failures of reads are repeated; the
// service's requested wait is honoured; attempts and total time are bounded.
import { ApiError } from './api-error';

/** Statuses that say the same however often one asks. */
const FINAL = new Set([400, 401, 403, 404, 405, 409, 413, 414, 501]);
const TRIES = 4;
const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** A service that asks for more patience than this, in one wait or in all of them, is shown as failed, with the wait. */
const PATIENCE_MS = 60_000;
/** Tabs that were refused together should not come back together: up to this is added to a wait that was asked for. */
const SPREAD_MS = 1_000;

/** Whether to try again after `failures` failures. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (FINAL.has(error.status) || error.field !== null) return false;
  const asked = error.retry_after_ms ?? 0;
  // The waits before were of the same kind: a service that goes on refusing is not waited for without end.
  if (asked * (failures + 1) > PATIENCE_MS) return false;
  return failures < TRIES;
}

/**
 * Milliseconds before the next try: what the service asked for (Retry-After, else ratelimit-reset), else a random part of a span that doubles
 * (full jitter). `random` yields 0 to 1.
 */
export function retryDelay(failures: number, error: unknown, random: () => number): number {
  const asked = error instanceof ApiError ? error.retry_after_ms : null;
  if (asked !== null) return Math.round(asked + random() * Math.min(SPREAD_MS, asked));
  return Math.round(random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** failures));
}
