// The store's interface: one SQL dialect (PostgreSQL 15 and later) on two engines.
// Invariant: bigint and numeric(20) arrive as bigint, timestamptz as RFC 3339 text, JSON as text.

/** What a statement may be given. Arrays become SQL arrays. */
export type SqlValue =
  string | number | bigint | boolean | null | readonly string[] | readonly bigint[] | readonly number[];

export interface Database {
  query<Row = Record<string, unknown>>(sql: string, params?: readonly SqlValue[]): Promise<Row[]>;
  /** Runs work in one transaction: all of it or nothing. Nested calls join the outer one. */
  transaction<Result>(work: (tx: Database) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}
