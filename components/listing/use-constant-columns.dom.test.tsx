import type { ColumnDef } from '@tanstack/react-table';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useConstantColumns } from './use-constant-columns';

interface Row {
  id: string;
  kind: string;
  verified: boolean | null;
  token: string;
  status: string;
}

const columns: ColumnDef<Row, never>[] = [
  { accessorKey: 'id' },
  { accessorKey: 'kind' },
  { accessorKey: 'verified' },
  { accessorKey: 'token', meta: { filter: (row) => ({ claimed: String(row.token !== '') }) } },
  { accessorKey: 'status', meta: { names: true } },
  { id: 'figure' },
];
const rowsOf = (kinds: readonly string[]) =>
  kinds.map((kind, place): Row => ({
    id: `${place}`,
    kind,
    verified: null,
    token: `t${place}`,
    status: 'active',
  }));
const page = rowsOf(Array.from({ length: 10 }, () => 'http'));

function hiddenIn(...pages: [rows: readonly Row[], isFiltered?: boolean, isWhole?: boolean][]): string[] {
  const { result, rerender } = renderHook(
    ([rows, isFiltered = false, isWhole = false]: (typeof pages)[number]) =>
      useConstantColumns(columns, rows, { isFiltered, isWhole }),
    { initialProps: pages[0]! },
  );
  for (const next of pages.slice(1)) rerender(next);
  return [...result.current];
}

test('a column hides where all rows show the same, which may be unknown; what names a row stays', () => {
  expect(hiddenIn([page, false, true])).toEqual(['kind', 'verified', 'token']);
});

test('on a part of the list a column hides where nothing is known; a few rows may be alike by chance', () => {
  expect(hiddenIn([page])).toEqual(['verified']);
  expect(hiddenIn([page.slice(0, 4)])).toEqual([]);
  expect(hiddenIn([page.slice(0, 4), false, true])).toEqual(['kind', 'verified', 'token']);
});

test('a column that varied on one page stays on the others; rows of a filter prove nothing', () => {
  const verifiedRows = page.map((row) => ({ ...row, verified: true }));
  expect(hiddenIn([page], [verifiedRows], [page])).toEqual([]);
  expect(hiddenIn([page], [verifiedRows, true])).toEqual(['verified']);
  expect(hiddenIn([page, true])).toEqual([]);
});
