import type { ColumnDef } from '@tanstack/react-table';
import { expect, test } from 'vitest';
import { columnSums } from './column-sums';

interface Row {
  cost: bigint | null;
  took?: number | null;
  mixed?: bigint;
}

const columns: ColumnDef<Row, never>[] = [
  { accessorKey: 'cost', header: 'Cost, SUI', meta: { unit: 'sui' } },
  { accessorKey: 'took', header: 'Duration', meta: { unit: 'ms' } },
  { accessorKey: 'mixed', header: 'Amount', meta: { unit: 'none' } },
  { id: 'link', header: 'Link' },
];
const of = (id: string, rows: readonly Row[]) => columnSums(columns, rows).find((sum) => sum.id === id);

test('sums are exact beyond 2^53', () => {
  const large = 9_007_199_254_740_993n;
  expect(of('cost', [{ cost: large }, { cost: large }, { cost: 1n }])?.figures).toEqual({
    sum: 18_014_398_509_481_987n,
    mean: 6_004_799_503_160_662n,
    min: 1n,
    max: large,
  });
});

test('unknown values are counted and never lower the mean or the minimum', () => {
  const sum = of('cost', [{ cost: 4n }, { cost: null }, { cost: 8n }]);
  expect(sum).toMatchObject({ rows: 3, unknown: 1 });
  expect(sum?.figures).toEqual({ sum: 12n, mean: 6n, min: 4n, max: 8n });
});

test('a column without a known value has no figures, not zeros', () => {
  expect(of('cost', [{ cost: null }])).toMatchObject({ unknown: 1, figures: null });
  expect(of('took', [{ cost: 1n }])).toMatchObject({ unknown: 1, figures: null });
});

test('zero is a value', () => {
  expect(of('cost', [{ cost: 0n }])).toMatchObject({
    unknown: 0,
    figures: { sum: 0n, mean: 0n, min: 0n, max: 0n },
  });
});

test('durations are whole milliseconds; anything else is unknown', () => {
  const sum = of('took', [
    { cost: 1n, took: 1_500 },
    { cost: 1n, took: 0.5 },
  ]);
  expect(sum).toMatchObject({ unknown: 1, figures: { sum: 1_500n } });
});

test.each([
  [[1n, 2n], 2n],
  [[1n, 1n, 2n], 1n],
  [[-1n, -2n], -2n],
  [[-1n, -1n, -2n], -1n],
])('the mean of %s is rounded to %s', (values, mean) => {
  const rows = values.map((cost) => ({ cost }));
  expect(of('cost', rows)?.figures?.mean).toBe(mean);
});

test('every column of amounts is summed, also of unknown unit, and none without rows', () => {
  expect(columnSums(columns, [{ cost: 1n, mixed: 1n }]).map(({ id }) => id)).toEqual([
    'cost',
    'took',
    'mixed',
  ]);
  expect(columnSums(columns, [])).toEqual([]);
});
