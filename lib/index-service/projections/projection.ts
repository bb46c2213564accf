// A projection: a table, and for each entry kind it follows a pure function to the columns that an entry sets.
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
  /** Keys of the rows an entry changes; empty when it changes none. */
  keysOf(entry: LogEntry<Kind>): readonly string[];
  /** Values that a new row starts with; its other columns start as null. */
  initial?: Partial<Row>;
  /** Columns that every entry sets which changes the row. */
  always?(entry: LogEntry<Kind>): Partial<Row>;
  /** The columns that an entry of each kind sets. `isNew`: no entry has set the row yet. undefined: nothing changes, no row is created. */
  on: { [Name in Kind]: (entry: LogEntry<Name>, row: Row, isNew: boolean) => Partial<Row> | undefined };
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
  /** The columns that an event of each kind sets, the others being null; undefined when it has no row. */
  on: { [Name in Kind]: (entry: LogEntry<Name>) => RecordRow<Row> | undefined };
}

/** A projection whose types have been forgotten, as the projector handles it. Every definition below fits it. */
export type Projection = {
  table: string;
  columns: Columns;
  indexes: readonly string[];
  counts?: Counts;
} & (
  | {
      form: 'object';
      initial?: object;
      keysOf: (entry: never) => readonly string[];
      always?: (entry: never) => object;
      on: Readonly<Record<string, (entry: never, row: never, isNew: boolean) => object | undefined>>;
    }
  | { form: 'record'; on: Readonly<Record<string, (entry: never) => object | undefined>> }
);

/** Declares a read model of objects; the types of row and entry follow from the columns and the kinds in `on`. */
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

/** One function for several kinds. */
export function onEach<const Kind extends EntryKind, Step>(
  kinds: readonly Kind[],
  step: Step & ((entry: LogEntry<Kind>, ...more: never[]) => unknown),
) {
  return Object.fromEntries(kinds.map((kind) => [kind, step])) as { [Name in Kind]: Step };
}
