'use client';
import { useState } from 'react';

/** The sorted rows. Pinned ones keep their places while their values change, until there are others or another `order`. */
export function usePlaced<Row>(
  sorted: readonly Row[],
  order: string,
  pinned: boolean,
  rowId: (row: Row) => string,
): readonly Row[] {
  const [placed, setPlaced] = useState({ sorted, order, pinned, rows: sorted });
  if (placed.sorted === sorted && placed.order === order && placed.pinned === pinned) return placed.rows;
  const fresh = new Map(sorted.map((row) => [rowId(row), row]));
  const before =
    pinned && placed.order === order ? placed.rows.flatMap((row) => fresh.get(rowId(row)) ?? []) : [];
  const rows = before.length === sorted.length && placed.rows.length === sorted.length ? before : sorted;
  setPlaced({ sorted, order, pinned, rows });
  return rows;
}
