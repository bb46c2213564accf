// Applies one entry to one row, with the bookkeeping columns.
// Invariant: applying an entry again changes nothing.
import type { LogEntry } from '@/lib/index-service/log/log-entry';
import type { Projection } from './projection';
import type { StoredRow } from './projection-table';

type Evolve = (row: object | undefined, entry: LogEntry, key: string) => object | undefined;

/** Keys of the rows an entry changes: an object's own, or the event's id. */
export function keysFor(projection: Projection, entry: LogEntry): readonly string[] {
  if (projection.keysOf === undefined) return [entry.id.toString()];
  return [...new Set((projection.keysOf as (entry: LogEntry) => readonly string[])(entry))];
}

/** The row after the entry; the same row back when the entry changes nothing. */
export function fold(
  projection: Projection,
  row: StoredRow | undefined,
  entry: LogEntry,
  key: string,
): StoredRow | undefined {
  const evolve = projection.evolve as unknown as Evolve;
  if (projection.form === 'record') {
    if (row !== undefined) return row;
    const made = evolve(undefined, entry, key);
    if (made === undefined) return undefined;
    const tx_digest = 'tx_digest' in entry ? entry.tx_digest : null;
    return { ...made, id: entry.id, tx_digest, created_at: entry.indexed_at };
  }
  if (row !== undefined && entry.id <= (row['last_entry_id'] as bigint)) return row;
  const next = evolve(row, entry, key);
  if (next === undefined || next === row) return row;
  return {
    ...next,
    key,
    first_entry_id: row?.['first_entry_id'] ?? entry.id,
    created_at: row?.['created_at'] ?? entry.indexed_at,
    last_entry_id: entry.id,
    updated_at: entry.indexed_at,
  };
}
