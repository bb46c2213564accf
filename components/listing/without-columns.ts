import type { ColumnDef } from '@tanstack/react-table';

/** Columns of a listing less those that say the same in every row of this page. Keys are the row's fields. */
export function withoutColumns<Row>(
  columns: readonly ColumnDef<Row, never>[],
  ...keys: (keyof Row & string)[]
): ColumnDef<Row, never>[] {
  const left = new Set<unknown>(keys);
  return columns.filter((column) => !('accessorKey' in column && left.has(column.accessorKey)));
}
