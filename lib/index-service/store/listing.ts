// Listings in SQL (spec 2.1): one page and the exact total in one statement, so that both are of the same moment.
// Invariant: every value is a parameter; SQL text never comes from a request.
import type { Database, SqlValue } from './database';

/** A page as an answer takes it (the listing envelope of the contract). */
export type Page<Item> = {
  items: Item[];
  metadata: { next_token: number | null; total_items: number };
};

/** A table of which counters are kept (projections/row-counts.ts): rows in which the `shown` columns are known, by the `by` columns. */
export interface CountedTable {
  table: string;
  counts?: { shown: readonly string[]; by: readonly string[] } | undefined;
}

/** A kept counter: of all rows (no column), or the sum over columns that hold a value; no row holds it in two of them. */
export interface Counter {
  table: string;
  columns: readonly string[];
  value: string;
}

export interface Conditions {
  /**
   * Adds a condition; each `?` in it is the value. Nothing is added for undefined (an absent filter).
   * `columns`: the condition is that one of these counted columns holds the value.
   */
  and(sql: string, value: SqlValue | undefined, ...columns: string[]): Conditions;
  /** The counter that holds the number of matching rows, where one does. */
  counter(): Counter | undefined;
  sql(): string;
  params(): readonly SqlValue[];
}

/** A where clause that starts from `always` (no values in it). */
export function conditions(...always: string[]): Conditions {
  return startingFrom(always);
}

/** A where clause over the rows of `counted` that are shown; without filters or with one, its total is a kept counter. */
export function shownRows({ table, counts }: CountedTable): Conditions {
  if (counts === undefined) throw new Error(`no counters are kept of ${table}`);
  return startingFrom(
    counts.shown.map((column) => `t.${column} is not null`),
    { table, by: counts.by },
  );
}

function startingFrom(
  always: readonly string[],
  counted?: { table: string; by: readonly string[] },
): Conditions {
  const parts = [...always];
  const params: SqlValue[] = [];
  let kept = counted && { table: counted.table, columns: [''], value: '' };
  const self: Conditions = {
    and(sql, value, ...columns) {
      for (const column of columns)
        if (counted?.by.includes(column) !== true) throw new Error(`no counter is kept by ${column}`);
      if (value === undefined) return self;
      kept =
        kept !== undefined && params.length === 0 && columns.length > 0
          ? { ...kept, columns, value: String(value) }
          : undefined;
      params.push(value);
      parts.push(sql.replaceAll('?', `$${params.length}`));
      return self;
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

export interface ListingSource {
  /** The columns of an item. */
  select: string;
  /** The table, as `t`. Conditions see it alone. */
  from: string;
  /** What the page joins besides; it must not change the number of rows. */
  joins?: string;
  where: Conditions;
  /** Newest first, and the same order every time. */
  order: string;
  page: { page_token: number; page_size: number };
}

/** The order of every table of objects: by the entry that made the row. */
export const NEWEST_OBJECTS = 't.first_entry_id desc, t.key desc';
/** The order of every table of records. */
export const NEWEST_RECORDS = 't.id desc';

/** The statement of the total; what it needs is added to `params`. */
function totalOf(source: ListingSource, params: SqlValue[]): string {
  const counter = source.where.counter();
  if (counter === undefined)
    return `select count(*) as total_items from ${source.from} t where ${source.where.sql()}`;
  params.push(counter.table, [...counter.columns], counter.value);
  const [table, columns, value] = [2, 1, 0].map((back) => `$${params.length - back}::text`);
  return `select coalesce(sum(rows), 0)::bigint as total_items from row_counts
    where table_name = ${table} and column_name = any(${columns}[]) and value = ${value}`;
}

export async function list<Item extends object>(db: Database, source: ListingSource): Promise<Page<Item>> {
  const { page_token, page_size } = source.page;
  const where = source.where.sql();
  const params = [...source.where.params()];
  const total = totalOf(source, params);
  const rows = await db.query<Record<string, unknown> & { total_items: bigint; place: bigint | null }>(
    `select counted.total_items, page.* from
       (${total}) counted
     left join lateral
       (select row_number() over (order by ${source.order}) as place, ${source.select}
        from ${source.from} t ${source.joins ?? ''} where ${where}
        order by ${source.order} limit ${page_size} offset ${page_token}) page on true
     order by page.place`,
    params,
  );
  const total_items = Number(rows[0]?.total_items ?? 0n);
  const items = rows
    .filter((row) => row.place !== null)
    .map(({ total_items: _total, place: _place, ...item }) => item as Item);
  const next = page_token + page_size;
  return { items, metadata: { next_token: next < total_items ? next : null, total_items } };
}

/** A join that brings the checkpoint time of the entry in `column` as `name`.onchain_at. */
export function entryOf(column: string, name: string): string {
  return `left join log_entries ${name} on ${name}.id = ${column}`;
}

/** A column that fits a double as a JavaScript number (row ids, durations); null where it does not fit exactly. */
export function asNumber(column: string): string {
  return `case when ${column} <= 9007199254740991 then ${column}::float8 end`;
}
