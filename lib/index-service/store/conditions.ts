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
  sql(): string;
  params(): readonly SqlValue[];
}

/** The parameters of a statement; its where clauses share them. */
export interface Parameters {
  /** Returns the value's place in the statement, as `$1`. */
  add(value: SqlValue): string;
  readonly values: readonly SqlValue[];
}

export function createParameters(): Parameters {
  const values: SqlValue[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
}

/** A where clause of a statement with several, which starts from `always` (no values in it). */
export function conditionsIn(parameters: Parameters, ...always: readonly string[]): Conditions {
  const parts = [...always];
  let counter: Counter | undefined = { columns: [''], values: [''] };
  const self: Conditions = {
    and(sql, value, ...columns) {
      if (value === undefined) return self;
      const isCounted = parts.length === always.length && columns.length > 0;
      counter = isCounted ? { columns, values: [value].flat().map(String) } : undefined;
      const place = parameters.add(value);
      parts.push(sql.replaceAll('?', () => place));
      return self;
    },
    sql: () => (parts.length === 0 ? 'true' : parts.map((part) => `(${part})`).join(' and ')),
    params: () => parameters.values,
    counter: () => counter,
  };
  return self;
}

/** The only where clause of a statement, which starts from `always` (no values in it). */
export function conditions(...always: readonly string[]): Conditions {
  return conditionsIn(createParameters(), ...always);
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

/** onchain_after and onchain_before, both inclusive. */
export function onchainWithin(
  where: Conditions,
  query: { onchain_after?: string | undefined; onchain_before?: string | undefined },
  column: string,
): Conditions {
  return createdWithin(
    where,
    { created_after: query.onchain_after, created_before: query.onchain_before },
    column,
  );
}
