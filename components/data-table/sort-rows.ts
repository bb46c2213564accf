// Sorts the loaded rows, for columns and indexes that can't order the whole list.
// Invariant: unknown values come last in both directions, equal rows keep the index's order, 64-bit integers compare exactly.
import type { ColumnDef } from '@tanstack/react-table';
import { columnId, valueReader } from './columns';

export interface Sort {
  column: string;
  descending: boolean;
}

/** `pool.desc` of a URL; null for anything else. */
export function readSort(text: string | null): Sort | null {
  const [, column, direction] = /^(.+)\.(asc|desc)$/.exec(text ?? '') ?? [];
  return column === undefined ? null : { column, descending: direction === 'desc' };
}

export function sortText({ column, descending }: Sort): string {
  return `${column}.${descending ? 'desc' : 'asc'}`;
}

/** The sort after a click on a column header: descending, ascending, then the index's order. */
export function nextSort(sort: Sort | null, column: string): Sort | null {
  if (sort?.column !== column) return { column, descending: true };
  return sort.descending ? { column, descending: false } : null;
}

/** What a column's header says about sorting. */
export function sortNote<Row>(column: ColumnDef<Row, never>, name: string, coversList: boolean): string {
  if (valueReader(column) !== undefined)
    return `Sort ${coversList ? 'the whole list' : 'loaded rows'} by ${name}`;
  return column.meta?.statistic === true ? 'Not sortable here; use Analyze to rank by it' : 'Not sortable';
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

function ascending<Value extends bigint | number | string>(a: Value, b: Value): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

function compare(value: unknown, other: unknown): number {
  if (isNumber(value) && isNumber(other)) return ascending(value, other);
  if (typeof value === 'boolean' && typeof other === 'boolean') return Number(value) - Number(other);
  const [a, b] = [String(value), String(other)];
  if (TIME.test(a) && TIME.test(b)) {
    const distance = Date.parse(a) - Date.parse(b);
    if (distance !== 0 && !Number.isNaN(distance)) return distance;
  }
  return ascending(a, b);
}

/** Whether rows that were asked for in this order are in another one, or hold nothing to order them by. */
export function isOutOfOrder<Row>(
  rows: readonly Row[],
  columns: readonly ColumnDef<Row, never>[],
  sort: Sort,
): boolean {
  const column = columns.find((column) => columnId(column) === sort.column);
  const valueOf = column === undefined ? undefined : valueReader(column);
  if (valueOf === undefined || rows.every((row) => (valueOf(row) ?? null) === null)) return rows.length > 0;
  return sortedRows(rows, columns, sort).some((row, place) => row !== rows[place]);
}

/** The sorted rows; the same array without a sort or its column. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly ColumnDef<Row, never>[],
  sort: Sort | null,
): readonly Row[] {
  const column = sort === null ? undefined : columns.find((column) => columnId(column) === sort.column);
  const valueOf = column === undefined ? undefined : valueReader(column);
  if (sort === null || valueOf === undefined) return rows;
  const withValue = rows.filter((row) => valueOf(row) !== null && valueOf(row) !== undefined);
  const unknown = rows.filter((row) => valueOf(row) === null || valueOf(row) === undefined);
  const sign = sort.descending ? -1 : 1;
  return [...withValue.sort((a, b) => sign * compare(valueOf(a), valueOf(b))), ...unknown];
}
