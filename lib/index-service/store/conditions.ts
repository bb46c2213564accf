// A where clause, built up from filters, and the kept counter (projections/row-counts.ts) that has its total.
// Invariant: every value is a parameter; SQL text never comes from a request.
import type { SqlValue } from './database';

/** A kept counter: of all rows (no column), or the sum over columns that hold one of the values; no row holds one in two of them. */
export interface Counter {
  columns: readonly string[];
  values: readonly string[];
}

export interface Conditions {
  /**
   * Adds a condition; each `?` in it is the value. Nothing is added for undefined (an absent filter).
   * `columns`: the condition is that one of these counted columns holds the value.
   */
  and(sql: string, value: SqlValue | undefined, ...columns: readonly string[]): Conditions;
  /** The counter of the matching rows: without filters, or with one on counted columns. */
  counter(): Counter | undefined;
  /** Adds a value without a condition; returns its place in the statement. */
  param(value: SqlValue): string;
  sql(): string;
  params(): readonly SqlValue[];
}

/** A where clause that starts from `always` (no values in it). */
export function conditions(...always: readonly string[]): Conditions {
  const parts = [...always];
  const params: SqlValue[] = [];
  let kept: Counter | undefined = { columns: [''], values: [''] };
  const self: Conditions = {
    and(sql, value, ...columns) {
      if (value === undefined) return self;
      const counted = params.length === 0 && columns.length > 0;
      kept = counted ? { columns, values: [value].flat().map(String) } : undefined;
      params.push(value);
      parts.push(sql.replaceAll('?', `$${params.length}`));
      return self;
    },
    param(value) {
      params.push(value);
      return `$${params.length}`;
    },
    sql: () => (parts.length === 0 ? 'true' : parts.map((part) => `(${part})`).join(' and ')),
    params: () => params,
    counter: () => kept,
  };
  return self;
}

/** created_after and created_before, both inclusive. */
export function createdWithin(
  where: Conditions,
  query: { created_after?: string | undefined; created_before?: string | undefined },
  column = 't.created_at',
): Conditions {
  return where
    .and(`${column} >= ?::timestamptz`, query.created_after)
    .and(`${column} <= ?::timestamptz`, query.created_before);
}
