import type { ColumnDef } from '@tanstack/react-table';

/** The columns without those that are the same in every row of a page. `keys` are fields of the row. */
export function withoutColumns<Row>(
  columns: readonly ColumnDef<Row, never>[],
  ...keys: (keyof Row & string)[]
): ColumnDef<Row, never>[] {
  const left = new Set<unknown>(keys);
  return columns.filter((column) => !('accessorKey' in column && left.has(column.accessorKey)));
}
