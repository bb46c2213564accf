// The rows on screen while the list is refreshed. Invariant: unless the reader is idle at the top, no row appears, disappears or moves;
// rows are updated in place, new ones only counted, and rows that are no longer in the list are marked.
import type { Listing } from '@/lib/contract/record';

export interface Held<Row> {
  /** Identifies the request the rows belong to. */
  key: string;
  /** The last answer; null before the first. */
  answer: Listing<Row> | null;
  rows: readonly Row[];
  /** New rows above the ones shown. */
  newer: number;
  /** Ids of shown rows that are no longer in the list. */
  left: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** Shows an answer as it is. */
export function takeAll<Row>(key: string, answer: Listing<Row> | null): Held<Row> {
  return { key, answer, rows: answer?.items ?? [], newer: 0, left: NONE };
}

/** The rows after a fresh answer to the same request, each in its place. */
export function patch<Row>(held: Held<Row>, answer: Listing<Row>, idOf: (row: Row) => string): Held<Row> {
  const fresh = new Map(answer.items.map((row) => [idOf(row), row]));
  const shown = new Set(held.rows.map(idOf));
  const firstKnown = answer.items.findIndex((row) => shown.has(idOf(row)));
  const lead = firstKnown === -1 ? answer.items.length : firstKnown;
  // When the whole page is new, only the totals say how many rows are.
  const grown = answer.metadata.total_items - (held.answer?.metadata.total_items ?? 0) + held.newer;
  const newer = firstKnown === -1 ? Math.max(lead, grown) : lead;
  // New rows push others off the end of the page; those are still in the list.
  const covered = firstKnown === -1 ? 0 : held.rows.length - lead;
  const left = held.rows
    .slice(0, Math.max(0, covered))
    .map(idOf)
    .filter((id) => !fresh.has(id));
  return {
    key: held.key,
    answer,
    rows: held.rows.map((row) => fresh.get(idOf(row)) ?? row),
    newer,
    left: left.length === 0 ? NONE : new Set(left),
  };
}

/** The next state; the same object when nothing changes. `still`: rows must not move. Another request's answer replaces all rows. */
export function settle<Row>(
  held: Held<Row>,
  now: { key: string; answer: Listing<Row> | null; still: boolean },
  idOf: (row: Row) => string,
): Held<Row> {
  if (held.key !== now.key || held.answer === null) {
    return held.key === now.key && now.answer === null ? held : takeAll(now.key, now.answer);
  }
  if (!now.still && (held.newer > 0 || held.left.size > 0))
    return takeAll(now.key, now.answer ?? held.answer);
  if (now.answer === null || now.answer === held.answer) return held;
  return now.still && held.rows.length > 0 ? patch(held, now.answer, idOf) : takeAll(now.key, now.answer);
}
