// The rows of a list that is refreshed while someone reads it. Pure.
// Invariant: pinned rows are updated in place, never moved; new ones are only counted, those no longer in the list marked.
import type { Listing } from '@/lib/contract/record';

export interface StableRows<Row> {
  /** Identifies the request the rows belong to. */
  key: string;
  /** The last answer; null before the first. */
  answer: Listing<Row> | null;
  rows: readonly Row[];
  /** New rows above the ones shown. */
  newer: number;
  /** Ids of shown rows that are no longer in the list. */
  removed: ReadonlySet<string>;
}

export const NONE_REMOVED: ReadonlySet<string> = new Set();

/** Shows an answer as it is. */
export function showAll<Row>(key: string, answer: Listing<Row> | null): StableRows<Row> {
  return { key, answer, rows: answer?.items ?? [], newer: 0, removed: NONE_REMOVED };
}

/** The rows of the last answer that are not shown, wherever they belong in an ordered list. */
export function countUnseen<Row>({ answer, rows }: StableRows<Row>, idOf: (row: Row) => string): number {
  if (answer === null || answer.items === rows) return 0;
  const currentIds = new Set(rows.map(idOf));
  return answer.items.filter((row) => !currentIds.has(idOf(row))).length;
}

/** The rows after a fresh answer to the same request, each in its place. */
function patch<Row>(
  current: StableRows<Row>,
  answer: Listing<Row>,
  idOf: (row: Row) => string,
): StableRows<Row> {
  const fresh = new Map(answer.items.map((row) => [idOf(row), row]));
  const currentIds = new Set(current.rows.map(idOf));
  const firstKnown = answer.items.findIndex((row) => currentIds.has(idOf(row)));
  const lead = firstKnown === -1 ? answer.items.length : firstKnown;
  // When the whole page is new, only the totals say how many rows are.
  const before = current.answer?.metadata.total_items ?? null;
  const { total_items } = answer.metadata;
  const grown = total_items === null || before === null ? 0 : total_items - before + current.newer;
  const newer = firstKnown === -1 ? Math.max(lead, grown) : lead;
  // New rows push others off the end of the page; those are still in the list.
  const covered = firstKnown === -1 ? 0 : current.rows.length - lead;
  const removed = current.rows
    .slice(0, Math.max(0, covered))
    .map(idOf)
    .filter((id) => !fresh.has(id));
  return {
    key: current.key,
    answer,
    rows: current.rows.map((row) => fresh.get(idOf(row)) ?? row),
    newer,
    removed: removed.length === 0 ? NONE_REMOVED : new Set(removed),
  };
}

/** Whether other rows than those of the last answer are shown, or the same in another order. */
function isBehind<Row>({ answer, rows }: StableRows<Row>, idOf: (row: Row) => string): boolean {
  if (answer === null || answer.items === rows) return false;
  const { items } = answer;
  return items.length !== rows.length || items.some((row, place) => idOf(row) !== idOf(rows[place] as Row));
}

/** The next state; the same object when nothing changes. `pinned`: rows must not move. Another request's answer replaces all rows. */
export function reconcile<Row>(
  current: StableRows<Row>,
  next: { key: string; answer: Listing<Row> | null; pinned: boolean },
  idOf: (row: Row) => string,
): StableRows<Row> {
  const { key, answer, pinned } = next;
  if (current.key !== key) return showAll(key, answer);
  if (current.answer === null) return answer === null ? current : showAll(key, answer);
  if (!pinned && isBehind(current, idOf)) return showAll(key, answer ?? current.answer);
  if (answer === null || answer === current.answer) return current;
  return pinned && current.rows.length > 0 ? patch(current, answer, idOf) : showAll(key, answer);
}
