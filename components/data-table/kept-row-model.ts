// The table library's row for each of our rows, made once: whoever draws a row can tell by it that nothing of the row has changed.
// Invariant: one object of ours, one of the library's, while the columns are the same.
import { createRow, type RowModel, type Table } from '@tanstack/react-table';

/** A core row model for `useReactTable`; one for each table. */
export function keptRowModel<Row>(): (table: Table<Row>) => () => RowModel<Row> {
  let columns: unknown;
  let drawn: { data: readonly Row[]; model: RowModel<Row> } | undefined;
  return (table) => () => {
    const { data } = table.options;
    if (table.options.columns !== columns) {
      columns = table.options.columns;
      drawn = undefined;
    }
    if (drawn?.data === data) return drawn.model;
    // Only from one drawing to the next: our rows may live on elsewhere, and the library's are ten times as large.
    const before = drawn?.model.rowsById ?? {};
    const rows = data.map((original, index) => {
      const id = table._getRowId(original, index);
      const known = before[id];
      return known?.original === original ? known : createRow(table, id, original, index, 0);
    });
    const model = { rows, flatRows: rows, rowsById: Object.fromEntries(rows.map((row) => [row.id, row])) };
    drawn = { data, model };
    return model;
  };
}
