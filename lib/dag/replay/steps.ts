// Steps and navigation between them by event, walk or transaction. Step n is the state after n rows.
// Invariant: a URL names a step by its row, so it stays valid when rows of other listings arrive later.
import type { Moment } from './recorded-run';

export const paces = ['event', 'walk', 'transaction'] as const;
export type Pace = (typeof paces)[number];

const START = 'start';

/** The URL value of a step; null for the last one, which follows a running execution. */
export function keyOfStep(moments: readonly Moment[], step: number): string | null {
  if (step >= moments.length) return null;
  return step <= 0 ? START : (moments[step - 1]?.key ?? null);
}

/** The step a URL names; null or an unknown row is the end. */
export function stepOfKey(moments: readonly Moment[], key: string | null): number {
  if (key === null) return moments.length;
  if (key === START) return 0;
  const place = moments.findIndex((moment) => moment.key === key);
  return place === -1 ? moments.length : place + 1;
}

/** The walk of a row; null for ledger rows without one. */
export function walkOf({ row }: Moment): bigint | null {
  return row.walk_index;
}

/** Whether this pace stops at `step`. */
function isStop(moments: readonly Moment[], step: number, pace: Pace, walk: bigint | null): boolean {
  const before = moments[step - 1];
  const after = moments[step];
  if (before === undefined || after === undefined) return true;
  if (pace === 'transaction') return before.tx_digest !== after.tx_digest;
  if (walk !== null) return walkOf(before) === walk;
  if (pace === 'event') return true;
  return walkOf(before) !== null && walkOf(before) !== walkOf(after);
}

/** The next step in a direction, among rows of `walk` if given; the same step at either end. */
export function nextStep(
  moments: readonly Moment[],
  step: number,
  direction: 1 | -1,
  pace: Pace,
  walk: bigint | null = null,
): number {
  for (let next = step + direction; next >= 0 && next <= moments.length; next += direction)
    if (isStop(moments, next, pace, walk)) return next;
  return Math.max(0, Math.min(step, moments.length));
}
