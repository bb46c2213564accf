// When a failed read is tried again. Invariant: what another try cannot mend is not tried again; a wait that the service names is honoured.
import { ApiError } from './api-error';

/** Statuses that say the same however often one asks. */
const FINAL = new Set([400, 401, 403, 404, 405, 409, 413, 414, 501]);
const TRIES = 4;
const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** A service that asks for more patience than this is shown as failed, with the wait; the reader decides. */
const PATIENCE_MS = 60_000;

/** Whether to try again after `failures` failures. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (FINAL.has(error.status) || error.field !== null) return false;
  if (error.retry_after_ms !== null && error.retry_after_ms > PATIENCE_MS) return false;
  return failures < TRIES;
}

/** Milliseconds before the next try: what the service asked for, else a random part of a doubling span. `random` yields 0 to 1. */
export function retryDelay(failures: number, error: unknown, random: () => number): number {
  const asked = error instanceof ApiError ? error.retry_after_ms : null;
  const span = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
  return asked ?? Math.round(span / 2 + (random() * span) / 2);
}
