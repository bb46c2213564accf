// A projection: a table, the entry kinds it follows, and a pure `evolve`.
// Invariant: a row depends on the log alone. Chain times are joined through entry ids, so a time added later shows at once.
import type { EntryKind, LogEntry } from '@/lib/index-service/log/log-entry';

interface ColumnValues {
  text: string;
  /** An id of a log entry. */
  entry: bigint;
  /** Any unsigned 64-bit integer. */
  whole: bigint;
  flag: boolean;
  /** RFC 3339. */
  time: string;
  /** Any JSON value, kept as text with exact integers. */
  json: unknown;
}

export type Column = keyof ColumnValues | `${keyof ColumnValues}?`;
export type Columns = Readonly<Record<string, Column>>;

/** The row of a table with these columns; a question mark makes a column nullable. */
export type RowOf<Shape extends Columns> = {
  [Name in keyof Shape]: Shape[Name] extends `${infer Kind extends keyof ColumnValues}?`
    ? ColumnValues[Kind] | null
    : Shape[Name] extends keyof ColumnValues
      ? ColumnValues[Shape[Name]]
      : never;
};

/** A record may leave out its nullable columns. */
type RecordRow<Row> = { [Name in keyof Row as null extends Row[Name] ? never : Name]: Row[Name] } & {
  [Name in keyof Row as null extends Row[Name] ? Name : never]?: Row[Name];
};

/** What is counted as it changes (row-counts.ts): the rows in which the `shown` columns are known, all of them and by each value of the `by` columns. */
export interface Counts<Column extends string = string> {
  shown: readonly Column[];
  by: readonly Column[];
}

/**
 * One row an object, changed by many entries. Beside its own columns the table has: key, first_entry_id, last_entry_id (the guard against
 * applying an entry twice), created_at and updated_at (indexed_at of those entries).
 */
export interface ObjectProjection<
  Shape extends Columns = Columns,
  Kind extends EntryKind = EntryKind,
  Row = RowOf<Shape>,
> {
  form: 'object';
  table: string;
  columns: Shape;
  /** Column lists to index, e.g. 'creator' or 'dag_object_id, first_entry_id'. */
  indexes: readonly string[];
  counts?: Counts<keyof Shape & string>;
  kinds: readonly Kind[];
  /** Keys of the rows an entry changes; empty when it changes none. */
  keysOf(entry: LogEntry<Kind>): readonly string[];
  /** Values that a new row starts with; its other columns start as null. */
  initial?: Partial<Row>;
  /** The row after the entry. `isNew`: no entry has set it yet. undefined: no row is created. */
  evolve(row: Row, entry: LogEntry<Kind>, isNew: boolean): Row | undefined;
}

/**
 * One row an event, never changed. Beside its own columns the table has: id (the event's), tx_digest and created_at (its indexed_at).
 */
export interface RecordProjection<
  Shape extends Columns = Columns,
  Kind extends EntryKind = EntryKind,
  Row = RowOf<Shape>,
> {
  form: 'record';
  table: string;
  columns: Shape;
  indexes: readonly string[];
  counts?: Counts<keyof Shape & string>;
  kinds: readonly Kind[];
  /** The columns that the event sets, the others being null; undefined when it has no row. */
  evolve(entry: LogEntry<Kind>): RecordRow<Row> | undefined;
}

/** A projection whose types have been forgotten, as the projector handles it. Every definition below fits it. */
export type Projection = {
  table: string;
  columns: Columns;
  indexes: readonly string[];
  counts?: Counts;
  kinds: readonly EntryKind[];
} & (
  | {
      form: 'object';
      initial?: object;
      keysOf: (entry: never) => readonly string[];
      evolve: (row: never, entry: never, isNew: boolean) => object | undefined;
    }
  | { form: 'record'; evolve: (entry: never) => object | undefined }
);

/** Declares a read model of objects; the types of row and entry follow from columns and kinds. */
export function objectProjection<const Shape extends Columns, const Kind extends EntryKind>(
  definition: Omit<ObjectProjection<Shape, Kind>, 'form'>,
) {
  return { form: 'object', ...definition } as const;
}

/** Declares a read model of single events. */
export function recordProjection<const Shape extends Columns, const Kind extends EntryKind>(
  definition: Omit<RecordProjection<Shape, Kind>, 'form'>,
) {
  return { form: 'record', ...definition } as const;
}
