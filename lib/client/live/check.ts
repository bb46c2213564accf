// What is said of the feed's completeness, and how a piece of the stream is judged by the history over the same ids (spec 6.2). Pure: no reads, no clock.
// Invariant: a row that the index counts but cannot decode is in neither listing nor screen and is allowed for; ids alone prove nothing, since they have holes.
import type { HistoryRange } from '@/lib/client/history-range';
import type { LiveEvent } from './live-message';

export interface CheckState {
  /** Everything after `from` up to `to` has been compared; null before the first comparison. */
  from: bigint | null;
  to: bigint | null;
  /** When, in milliseconds. */
  at: number | null;
  /** How many events were compared. */
  compared: number;
  /** Ids that the stream had left out; they were taken from the history. */
  missing: readonly bigint[];
  /** Ids that the stream gave and the history does not list, beyond the rows that it says it cannot decode. */
  unlisted: readonly bigint[];
  /** Ids that came to the rows twice. */
  twice: readonly bigint[];
  /** Given and not yet compared. */
  waiting: number;
  /** Why the last comparison could not be made. */
  failure: string | null;
  /** Between the newest compared event's time on chain and its arrival here, in milliseconds. */
  lag_ms: number | null;
}

export const UNCHECKED: CheckState = {
  from: null,
  to: null,
  at: null,
  compared: 0,
  missing: [],
  unlisted: [],
  twice: [],
  waiting: 0,
  failure: null,
  lag_ms: null,
};

export interface Difference {
  missing: HistoryRange['records'];
  unlisted: bigint[];
  any: boolean;
}

/** What the history has that the stream left out, and the other way round. */
export function compare(piece: readonly LiveEvent[], found: HistoryRange): Difference {
  const streamed = new Set(piece.map(({ id }) => id));
  const listed = new Set(found.records.map(({ id }) => id));
  const missing = found.records.filter(({ id }) => !streamed.has(id)).reverse();
  const extra = piece.map(({ id }) => id).filter((id) => !listed.has(id));
  const unlisted = extra.length <= found.undecoded ? [] : extra;
  return { missing, unlisted, any: missing.length + unlisted.length > 0 };
}

/** Milliseconds between the newest event's time on chain and its arrival; null where the history does not tell its time. */
export function lagOf(piece: readonly LiveEvent[], found: HistoryRange): number | null {
  const newest = piece.at(-1);
  const at = found.records.find(({ id }) => id === newest?.id)?.onchain_at;
  return newest === undefined || at === null || at === undefined ? null : newest.received_at - Date.parse(at);
}
