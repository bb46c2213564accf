// Counters by day, hour and minute of on-chain time, and a window cut into them.
// Invariant: the pieces of a window do not overlap, and together they are the window.
import type { statsBuckets } from '@/lib/contract/stats';
import type { Bounds } from './window';

export type TimeUnit = 'day' | 'hour' | 'minute';

const UNIT_MS: Readonly<Record<TimeUnit, number>> = { day: 86_400_000, hour: 3_600_000, minute: 60_000 };

/** Whole units, or single entries; without a bound it is open on that side. */
export interface Piece extends Bounds {
  unit: TimeUnit | 'entry';
}

/** The first millisecond that is not before the time: stored times have no finer part. */
function ceilMs(time: string | undefined): number | undefined {
  if (time === undefined) return undefined;
  const finer = /\.\d{3}(\d+)/.exec(time)?.[1] ?? '';
  return Date.parse(time.toUpperCase()) + (/[1-9]/.test(finer) ? 1 : 0);
}

function cut(from: number | undefined, to: number | undefined, units: readonly TimeUnit[]): Piece[] {
  // The end of the year 9999 lies in a year that JavaScript writes as +010000 and PostgreSQL as 10000.
  const text = (ms: number | undefined) =>
    ms === undefined ? undefined : new Date(ms).toISOString().replace(/^\+0/, '');
  const [unit, ...finer] = units;
  if (unit === undefined) return [{ unit: 'entry', from: text(from), to: text(to) }];
  const size = UNIT_MS[unit];
  const first = from === undefined ? undefined : Math.ceil(from / size) * size;
  const end = to === undefined ? undefined : Math.floor(to / size) * size;
  if (first !== undefined && end !== undefined && first >= end) return cut(from, to, finer);
  const pieces: Piece[] = [{ unit, from: text(first), to: text(end) }];
  if (from !== first) pieces.unshift(...cut(from, first, finer));
  if (to !== end) pieces.push(...cut(end, to, finer));
  return pieces;
}

/** The window in pieces of these units, the largest first, and entries for the rest. */
export function piecesOf({ from, to }: Bounds, units: readonly TimeUnit[]): Piece[] {
  return cut(ceilMs(from), ceilMs(to), units);
}

/** Those of the units whose pieces each lie within one bucket. */
export function unitsWithin(
  bucket: (typeof statsBuckets)[number],
  units: readonly TimeUnit[],
): readonly TimeUnit[] {
  const largest = bucket === 'minute' || bucket === 'hour' ? UNIT_MS[bucket] : UNIT_MS.day;
  return units.filter((unit) => UNIT_MS[unit] <= largest);
}
