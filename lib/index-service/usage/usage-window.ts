// The window of a usage report (spec 4.1): counters are hourly, so `from` is rounded down and `to` up to the hour.
import { ContractError } from '@/lib/contract/errors';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
/** The last whole hour that can be written as RFC 3339. */
const LAST_HOUR = Date.UTC(9999, 11, 31, 23);

/** Effective bounds in milliseconds since 1970. Throws INVALID_REQUEST when the window asked for is empty or reversed. */
export function usageWindow(
  asked: { from?: string | undefined; to?: string | undefined },
  now: number,
): { from: number; to: number } {
  const to = asked.to === undefined ? now : Date.parse(asked.to);
  const from = asked.from === undefined ? now - WEEK : Date.parse(asked.from);
  if (from >= to)
    throw new ContractError(
      'INVALID_REQUEST',
      'from: must be before to (from is 7 days before now and to is now when left out)',
    );
  return { from: Math.floor(from / HOUR) * HOUR, to: Math.min(Math.ceil(to / HOUR) * HOUR, LAST_HOUR) };
}

/** The hour a moment belongs to, in milliseconds since 1970. */
export function hourOf(ms: number): number {
  return Math.floor(ms / HOUR) * HOUR;
}
