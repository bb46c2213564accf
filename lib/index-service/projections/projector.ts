// Applies a batch of entries to all projections, inside the append's transaction, with one read and one write per table.
// Invariant: the result does not depend on how the log is cut into batches.
import type { EntryKind, LogEntry } from '@/lib/index-service/log/log-entry';
import type { Database } from '@/lib/index-service/store/database';
import { fold, keysFor } from './fold';
import type { Projection } from './projection';
import { loadRows, writeRows, type StoredRow } from './projection-table';
import { rowCounts, type RowCounts } from './row-counts';

/** Applies entries (in log order) to the tables of `schema`. */
export async function project(
  tx: Database,
  schema: string,
  projections: readonly Projection[],
  entries: readonly LogEntry[],
): Promise<void> {
  const byKind = new Map<EntryKind, LogEntry[]>();
  for (const entry of entries) {
    const same = byKind.get(entry.kind);
    if (same === undefined) byKind.set(entry.kind, [entry]);
    else same.push(entry);
  }
  const counts = rowCounts();
  for (const projection of projections) {
    const mine = projection.kinds.flatMap((kind) => byKind.get(kind) ?? []);
    if (mine.length === 0) continue;
    mine.sort((a, b) => (a.id < b.id ? -1 : 1));
    await projectOne(tx, schema, projection, mine, counts);
  }
  await counts.write(tx, schema);
}

async function projectOne(
  tx: Database,
  schema: string,
  projection: Projection,
  entries: readonly LogEntry[],
  counts: RowCounts,
): Promise<void> {
  const steps = entries.map((entry) => ({ entry, keys: keysFor(projection, entry) }));
  const keys = [...new Set(steps.flatMap((step) => step.keys))];
  const stored =
    projection.form === 'object' && keys.length > 0
      ? await loadRows(tx, schema, projection, keys)
      : new Map<string, StoredRow>();
  const rows = new Map(stored);
  const changed = new Map<string, StoredRow>();
  for (const { entry, keys: touched } of steps) {
    for (const key of touched) {
      const before = rows.get(key);
      const after = fold(projection, before, entry, key);
      if (after === undefined || after === before) continue;
      rows.set(key, after);
      changed.set(key, after);
    }
  }
  for (const [key, after] of changed) counts.changed(projection, stored.get(key), after);
  await writeRows(tx, schema, projection, [...changed.values()]);
}
