// Our own column options (alignment, skeleton width, name, when a column is hidden), and a column's id, name and values.
import type { ColumnDef, RowData } from '@tanstack/react-table';
import { stringifyJson } from '@/lib/json/exact';
import type { Unit } from '@/lib/view/amount';

export type ColumnUnit = Unit | 'ms';

declare module '@tanstack/react-table' {
  // The parameters must be named as the library names them for the declarations to merge.
  interface ColumnMeta<TData extends RowData, TValue> {
    numeric?: boolean;
    /** A figure of the index's statistics, which it may lack. */
    statistic?: boolean;
    /** The unit of its numbers, which may follow from the row; only a column with one is summed. */
    unit?: ColumnUnit | ((row: TData) => ColumnUnit);
    /** Of a computed column: the units of the fields it shows, for exports. */
    fieldUnits?: Readonly<Record<string, ColumnUnit>>;
    /** The name on a card and in the columns menu, when the header is not plain text. */
    label?: string;
    /** Takes the remaining width and truncates. */
    wide?: boolean;
    /** Breaks its text into lines instead. */
    wraps?: boolean;
    /** A time column: as wide as a date, so that nothing moves when `2 m ago` replaces it. */
    moment?: boolean;
    /** A value that needs no label on a card, such as a state. */
    names?: boolean;
    width?: string;
    /** Class of the skeleton's bar, e.g. `w-24`. */
    bar?: string;
    /** Hidden in windows narrower than 640, 1200 or 1400 px. */
    below?: Below;
    /** Not shown until it is chosen: a cell that few read costs every page its time. */
    extra?: boolean;
    /** The filter for this cell's value, when its parameter is named differently from the column; null for none. */
    filter?: (row: TData) => Readonly<Record<string, string>> | null;
  }
}

type Below = 'sm' | 'lg' | 'xl';

/** Complete class names, for Tailwind. Paper has the columns of the window (data-table.tsx), however narrow it is. */
const BELOW = {
  sm: 'not-print:max-[640px]:hidden',
  lg: 'not-print:max-[1200px]:hidden',
  xl: 'not-print:max-[1400px]:hidden',
} as const satisfies Record<Below, `not-print:max-[${number}px]:hidden`>;

/** The media query of windows in which the class hides a column. */
export function hiddenQuery(below: Below): string {
  const [width = ''] = /\d+px/.exec(BELOW[below]) ?? [];
  return `(width < ${width})`;
}

/** The columns that the window is too narrow for. */
export function hiddenInWindow<Row>(columns: readonly ColumnDef<Row, never>[]): string[] {
  const isHidden = ({ meta }: ColumnDef<Row, never>) =>
    meta?.below !== undefined && window.matchMedia(hiddenQuery(meta.below)).matches;
  return columns.filter(isHidden).map(columnId);
}

/** The class that hides a column in narrow windows. */
export function belowClass(below: Below | undefined): string {
  return below === undefined ? '' : BELOW[below];
}

/** Null for unknown. */
export function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** The id a column has in the table. */
export function columnId<Row>(column: ColumnDef<Row, never>): string {
  return column.id ?? ('accessorKey' in column ? String(column.accessorKey) : '');
}

/** Reads a column's value from a row; undefined for a column without one value. */
export function valueReader<Row>(column: ColumnDef<Row, never>): ((row: Row) => unknown) | undefined {
  if ('accessorFn' in column) return (row) => column.accessorFn(row, 0);
  if (!('accessorKey' in column)) return undefined;
  const key = String(column.accessorKey);
  return (row) => (row as Record<string, unknown>)[key];
}

/** The column's name in words, where its header is not plain text. */
export function columnName(
  column: { header?: unknown; meta?: { label?: string } | undefined } | undefined,
  id: string,
): string {
  return column?.meta?.label ?? (typeof column?.header === 'string' ? column.header : id);
}

/** Exports hold base units. */
const EXPORT_UNITS: Readonly<Record<ColumnUnit, string>> = {
  sui: 'MIST',
  us: 'base units of US',
  none: 'unit not stated',
  ms: 'ms',
};

/** The units of exported fields, by field. */
export function exportUnits<Row>(columns: readonly ColumnDef<Row, never>[]): Record<string, string> {
  const units: Record<string, string> = {};
  for (const column of columns) {
    const { unit, fieldUnits = {} } = column.meta ?? {};
    if (unit !== undefined)
      units[columnId(column)] = EXPORT_UNITS[typeof unit === 'function' ? 'none' : unit];
    for (const [field, of] of Object.entries(fieldUnits)) units[field] = EXPORT_UNITS[of];
  }
  return units;
}
