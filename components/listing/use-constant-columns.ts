'use client';
import type { ColumnDef } from '@tanstack/react-table';
import { useState } from 'react';
import { columnId, valueReader, valueText } from '@/components/data-table/columns';

/** Fewer rows may be alike by chance. */
const ENOUGH_ROWS = 10;
const ENOUGH_OF_ALL = 3;

/** Whether all rows show the same in a column. On a part of the list only an empty column counts. */
function isConstant<Row>(column: ColumnDef<Row, never>, rows: readonly Row[], isWhole: boolean): boolean {
  const { meta } = column;
  const valueOf = valueReader(column);
  if (meta?.names === true || valueOf === undefined) return false;
  if (!isWhole) return rows.every((row) => valueText(valueOf(row)) === null);
  // What a cell filters by is what it shows, where that is not its field alone.
  const displayText = (row: Row) =>
    meta?.filter ? JSON.stringify(meta.filter(row)) : valueText(valueOf(row));
  return new Set(rows.map(displayText)).size === 1;
}

interface Seen {
  rows: readonly unknown[] | null;
  constant: ReadonlySet<string>;
  /** Once a page has shown other values, the column stays. */
  varied: ReadonlySet<string>;
}

/** The columns that have not varied in any page that was shown without filters. */
export function useConstantColumns<Row>(
  columns: readonly ColumnDef<Row, never>[],
  rows: readonly Row[],
  { isFiltered, isWhole }: { isFiltered: boolean; isWhole: boolean },
): ReadonlySet<string> {
  const [seen, setSeen] = useState<Seen>({ rows: null, constant: new Set(), varied: new Set() });
  if (isFiltered || seen.rows === rows || rows.length < (isWhole ? ENOUGH_OF_ALL : ENOUGH_ROWS))
    return seen.constant;
  const varied = new Set(seen.varied);
  for (const column of columns) if (!isConstant(column, rows, isWhole)) varied.add(columnId(column));
  const constant = new Set(
    columns
      .slice(1)
      .map(columnId)
      .filter((id) => !varied.has(id)),
  );
  const isSame = constant.size === seen.constant.size && [...constant].every((id) => seen.constant.has(id));
  const next = { rows, varied, constant: isSame ? seen.constant : constant };
  setSeen(next);
  return next.constant;
}
