import { createColumnHelper, type ColumnDef } from '@tanstack/react-table';
import { expect, test } from 'vitest';
import { nextSort, readSort, sortedRows, sortNote, sortText } from './sort-rows';

interface Row {
  id: number;
  pool: bigint | null;
  at: string | null;
}
const helper = createColumnHelper<Row>();
const columns = [
  helper.accessor('id', {}),
  helper.accessor('pool', {}),
  helper.accessor('at', {}),
  helper.display({ id: 'drawn' }),
] as ColumnDef<Row, never>[];
const rows: Row[] = [
  { id: 1, pool: 9007199254740993n, at: '2026-11-20T10:00:00.5Z' },
  { id: 2, pool: null, at: '2026-11-20T10:00:00Z' },
  { id: 3, pool: 9007199254740992n, at: null },
  { id: 4, pool: -1n, at: '2026-11-20T09:59:59.999999Z' },
  { id: 5, pool: -1n, at: '2026-11-20T11:00:00+02:00' },
];
const ids = (text: string) => sortedRows(rows, columns, readSort(text)).map((row) => row.id);

test('amounts beyond a double compare exactly, equal rows keep their order, unknown ones come last both ways', () => {
  expect(ids('pool.desc')).toEqual([1, 3, 4, 5, 2]);
  expect(ids('pool.asc')).toEqual([4, 5, 3, 1, 2]);
});

test('times compare by moment, whatever their digits and zone', () => {
  expect(ids('at.asc')).toEqual([5, 4, 2, 1, 3]);
});

test('a column that is not there, or has no value, changes nothing', () => {
  for (const text of ['gone.asc', 'drawn.asc', 'pool', 'pool.up', ''])
    expect(sortedRows(rows, columns, readSort(text))).toBe(rows);
});

test('every header says what sorting by it covers, or that it cannot', () => {
  const note = (column: ColumnDef<Row, never>, coversList = false) => sortNote(column, 'Pool', coversList);
  const [, pool, , drawn] = columns as [unknown, ColumnDef<Row, never>, unknown, ColumnDef<Row, never>];
  expect(note(pool, true)).toBe('Sort the whole list by Pool');
  expect(note(pool)).toBe('Sort loaded rows by Pool');
  expect(note(drawn)).toBe('Not sortable');
  expect(note({ ...drawn, meta: { statistic: true } })).toBe('Not sortable here; use Analyze to rank by it');
});

test('three presses: largest first, smallest first, as the index has it', () => {
  const first = nextSort(null, 'pool');
  const second = nextSort(first, 'pool');
  expect([first, second].map((sort) => sort && sortText(sort))).toEqual(['pool.desc', 'pool.asc']);
  expect(nextSort(second, 'pool')).toBeNull();
  expect(nextSort(second, 'at')).toEqual({ column: 'at', descending: true });
});
