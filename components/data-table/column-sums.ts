// Sum, mean, least and greatest value of the columns that state a unit.
// Invariant: exact integers of one unit; unknown values are counted, never added as zero.
import type { ColumnDef } from '@tanstack/react-table';
import { columnId, columnName, valueReader, type ColumnUnit } from './columns';

export interface ColumnSum {
  id: string;
  name: string;
  unit: ColumnUnit;
  rows: number;
  unknown: number;
  /** Null when every value is unknown. */
  figures: { sum: bigint; mean: bigint; min: bigint; max: bigint } | null;
}

/** Null for unknown, which includes a number that is not whole. */
function integerOf(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  return Number.isSafeInteger(value) ? BigInt(value as number) : null;
}

/** The quotient rounded to the nearest integer, halves away from zero. */
function rounded(sum: bigint, count: bigint): bigint {
  const half = sum < 0n ? -count : count;
  return (2n * sum + half) / (2n * count);
}

function figuresOf(values: readonly bigint[]): ColumnSum['figures'] {
  const [first] = values;
  if (first === undefined) return null;
  let sum = 0n;
  let min = first;
  let max = first;
  for (const value of values) {
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { sum, mean: rounded(sum, BigInt(values.length)), min, max };
}

/** One entry per column of amounts or durations; none without rows. */
export function columnSums<Row>(
  columns: readonly ColumnDef<Row, never>[],
  rows: readonly Row[],
): ColumnSum[] {
  if (rows.length === 0) return [];
  return columns.flatMap((column) => {
    const { unit: stated } = column.meta ?? {};
    const valueOf = valueReader(column);
    if (stated === undefined || valueOf === undefined) return [];
    const units = new Set(rows.map((row) => (typeof stated === 'function' ? stated(row) : stated)));
    const [first = 'none'] = units;
    // Of several units there is no sum in one.
    const unit = units.size === 1 ? first : 'none';
    const values = rows.map((row) => integerOf(valueOf(row))).filter((value) => value !== null);
    const id = columnId(column);
    return [
      {
        id,
        name: columnName(column, id),
        unit,
        rows: rows.length,
        unknown: rows.length - values.length,
        figures: figuresOf(values),
      },
    ];
  });
}
