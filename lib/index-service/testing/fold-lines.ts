// Given lines, then rows: folds recorded lines into one read model without a database. Every entry is applied twice and must change nothing
// the second time.
import assert from 'node:assert/strict';
import type { RecordedLine } from '@/lib/index-service/log/recorded-line';
import { decodedEntry, readLine } from '@/lib/index-service/log/log-entry';
import { fold, follows, keysFor } from '@/lib/index-service/projections/projector';
import type { Projection } from '@/lib/index-service/projections/projection';
import type { StoredRow } from '@/lib/index-service/projections/projection-table';

/** The append time of the nth line (from 1). */
export function appendedAt(position: number): string {
  return new Date(Date.UTC(2026, 10, 2) + position * 1000).toISOString();
}

/** The rows of `projection` after the lines, by key. Entry ids count from 1 in line order. */
export function foldLines(projection: Projection, ...lines: RecordedLine[]): Map<string, StoredRow> {
  const rows = new Map<string, StoredRow>();
  for (const [index, line] of lines.entries()) {
    const { row, decoded } = readLine(line, 0);
    const position = index + 1;
    const entry = decodedEntry({ ...row, id: BigInt(position), indexed_at: appendedAt(position) }, decoded);
    assert(entry, `line ${position} (${row.kind}) does not decode`);
    if (!follows(projection, entry.kind)) continue;
    for (const key of keysFor(projection, entry)) {
      const once = fold(projection, rows.get(key), entry, key);
      if (once === undefined) continue;
      assert.equal(fold(projection, once, entry, key), once, `${row.kind} applied twice`);
      rows.set(key, once);
    }
  }
  return rows;
}

/** The only row there is. */
export function foldOne(projection: Projection, ...lines: RecordedLine[]): StoredRow {
  const rows = [...foldLines(projection, ...lines).values()];
  assert.equal(rows.length, 1, 'one row');
  return rows[0] ?? {};
}
