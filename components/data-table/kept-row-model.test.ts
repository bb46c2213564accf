import { createTable, type ColumnDef } from '@tanstack/react-table';
import { expect, it } from 'vitest';
import { keptRowModel } from './kept-row-model';

interface Leader {
  id: string;
}

it('has one row of the library for each of ours while the columns are the same', () => {
  const columns: ColumnDef<Leader>[] = [{ accessorKey: 'id' }];
  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  const table = createTable<Leader>({
    data: [a, b],
    columns,
    getRowId: (row) => row.id,
    getCoreRowModel: keptRowModel<Leader>(),
    state: {},
    onStateChange: () => undefined,
    renderFallbackValue: null,
  });
  const rows = (data: Leader[], now = columns) => {
    table.setOptions((options) => ({ ...options, data, columns: now }));
    return table.getCoreRowModel().rows;
  };
  const [first, second] = rows([a, b]);
  expect([first?.original, second?.original]).toEqual([a, b]);
  // One came, one left, one stands: what stands is the same object.
  const next = rows([c, b]);
  expect(next.map(({ id }) => id)).toEqual(['c', 'b']);
  expect(next[1]).toBe(second);
  expect(table.getRow('c').original).toBe(c);
  // A changed row is another one.
  expect(rows([{ id: 'b' }])[0]).not.toBe(second);
  expect(rows([b], [{ accessorKey: 'id', header: 'Id' }])[0]).not.toBe(second);
});
