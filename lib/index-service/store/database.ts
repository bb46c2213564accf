// The store's interface: one SQL dialect (PostgreSQL 15 and later) on two engines.
// Invariant: bigint and numeric(20) arrive as bigint, timestamptz as RFC 3339 text, JSON as text.

/** The value of a parameter. Arrays become SQL arrays. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly string[]
  | readonly bigint[]
  | readonly number[];

export interface Database {
  query<Row = Record<string, unknown>>(sql: string, params?: readonly SqlValue[]): Promise<Row[]>;
  /** Runs work in one transaction: all of it or nothing. Nested calls join the outer one. */
  transaction<Result>(work: (tx: Database) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** A transaction as a Database; `query` runs in it. */
export function inTransaction(query: Database['query']): Database {
  const inner: Database = {
    query,
    transaction: (work) => work(inner),
    close: () => Promise.reject(new Error('a transaction cannot close the store')),
  };
  return inner;
}

const PLAIN = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?\+00$/;

/** `2026-11-01 00:00:00.5+00` as `2026-11-01T00:00:00.500Z`. */
export function parseTime(text: string): string {
  const found = PLAIN.exec(text);
  if (found === null) return new Date(text).toISOString();
  const [, day = '', clock = '', fraction = ''] = found;
  return `${day}T${clock}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

/** bigint and whole numeric as bigint; a numeric with a fraction (an average) as number. */
export function parseWhole(text: string): bigint | number {
  return text.includes('.') ? Number(text) : BigInt(text);
}

/** Type numbers of PostgreSQL's catalogue. */
export const TYPE = {
  int8: 20,
  text: 25,
  textArray: 1009,
  numeric: 1700,
  timestamptz: 1184,
  json: 114,
  jsonb: 3802,
} as const;
