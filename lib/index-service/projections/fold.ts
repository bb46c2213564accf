// Applies one entry to one row, with the bookkeeping columns.
// Invariant: applying an entry again changes nothing.
import type { LogEntry } from '@/lib/index-service/log/log-entry';
import type { Projection } from './projection';
import type { StoredRow } from './projection-table';

/** Keys of the rows an entry changes: an object's own, or the event's id. */
export function keysFor(projection: Projection, entry: LogEntry): readonly string[] {
  if (projection.form === 'record') return [entry.id.toString()];
  return [...new Set((projection.keysOf as (entry: LogEntry) => readonly string[])(entry))];
}

const nullRows = new WeakMap<Projection, StoredRow>();

/** A row that no entry has set: nulls and the projection's initial values. */
function emptyRow(projection: Projection): StoredRow {
  let row = nullRows.get(projection);
  if (row === undefined) {
    const nulls = Object.fromEntries(Object.keys(projection.columns).map((name) => [name, null]));
    row = { ...nulls, ...('initial' in projection ? projection.initial : {}) };
    nullRows.set(projection, row);
  }
  return row;
}

/** The row after the entry; the same row back when the entry changes nothing. */
export function fold(
  projection: Projection,
  row: StoredRow | undefined,
  entry: LogEntry,
  key: string,
): StoredRow | undefined {
  if (projection.form === 'record') {
    if (row !== undefined) return row;
    const record = (projection.evolve as (entry: LogEntry) => object | undefined)(entry);
    if (record === undefined) return undefined;
    const tx_digest = 'tx_digest' in entry ? entry.tx_digest : null;
    return { ...emptyRow(projection), ...record, id: entry.id, tx_digest, created_at: entry.indexed_at };
  }
  if (row !== undefined && entry.id <= (row['last_entry_id'] as bigint)) return row;
  const evolve = projection.evolve as unknown as (
    row: StoredRow,
    entry: LogEntry,
    isNew: boolean,
  ) => object | undefined;
  const next = evolve(row ?? emptyRow(projection), entry, row === undefined);
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
