// What stands on the screen while fresh answers come in. Invariant: unless the reader is at the top and idle, no row appears, vanishes or moves;
// rows that stand are patched in place, new ones are only counted, and rows that the listing no longer holds are marked.
import type { Listing } from '@/lib/contract/record';

export interface Held<Row> {
  /** The request the rows belong to, as text. */
  key: string;
  /** The answer last looked at; null before the first. */
  answer: Listing<Row> | null;
  rows: readonly Row[];
  /** Rows that arrived above those that stand. */
  newer: number;
  /** Ids of standing rows that the listing does not hold any more. */
  left: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** Everything of an answer, as it is. */
export function takeAll<Row>(key: string, answer: Listing<Row> | null): Held<Row> {
  return { key, answer, rows: answer?.items ?? [], newer: 0, left: NONE };
}

/** The rows to draw after a fresh answer to the same request, keeping every row where it is. */
export function patch<Row>(held: Held<Row>, answer: Listing<Row>, idOf: (row: Row) => string): Held<Row> {
  const fresh = new Map(answer.items.map((row) => [idOf(row), row]));
  const standing = new Set(held.rows.map(idOf));
  const firstKnown = answer.items.findIndex((row) => standing.has(idOf(row)));
  const lead = firstKnown === -1 ? answer.items.length : firstKnown;
  // A page that is new from top to bottom hides how many more there are; the totals tell.
  const grown = answer.metadata.total_items - (held.answer?.metadata.total_items ?? 0) + held.newer;
  const newer = firstKnown === -1 ? Math.max(lead, grown) : lead;
  // New rows push as many off the end of the page: those are not gone from the listing.
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

/**
 * The next state for what is asked and answered now; the same object when nothing changes.
 * `still`: the reader must not be disturbed. An answer that belongs to another request is taken whole.
 */
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
