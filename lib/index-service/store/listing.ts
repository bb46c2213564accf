// Listings in SQL (spec 2.1): one page and the exact total in one statement, so that both come from the same moment.
// Invariant: every value is a parameter; the pieces of SQL are written by the answers, never taken from a request.
// `next_token` is the offset of the next page, null where there is none.
import type { Database, SqlValue } from './database';

/** A page as an answer takes it (the listing envelope of the contract). */
export type Page<Item> = {
  items: Item[];
  metadata: { next_token: number | null; total_items: number };
};

export interface Conditions {
  /** Adds a condition; each `?` in it is the value. Nothing is added for undefined (an absent filter). */
  and(sql: string, value: SqlValue | undefined): Conditions;
  sql(): string;
  params(): readonly SqlValue[];
}

/** A where clause that starts from `always` (no values in it). */
export function conditions(...always: string[]): Conditions {
  const parts = [...always];
  const params: SqlValue[] = [];
  const self: Conditions = {
    and(sql, value) {
      if (value === undefined) return self;
      params.push(value);
      parts.push(sql.replaceAll('?', `$${params.length}`));
      return self;
    },
    sql: () => (parts.length === 0 ? 'true' : parts.map((part) => `(${part})`).join(' and ')),
    params: () => params,
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

export async function list<Item extends object>(db: Database, source: ListingSource): Promise<Page<Item>> {
  const { page_token, page_size } = source.page;
  const where = source.where.sql();
  const rows = await db.query<Record<string, unknown> & { total_items: bigint; place: bigint | null }>(
    `select counted.total_items, page.* from
       (select count(*) as total_items from ${source.from} t where ${where}) counted
     left join lateral
       (select row_number() over (order by ${source.order}) as place, ${source.select}
        from ${source.from} t ${source.joins ?? ''} where ${where}
        order by ${source.order} limit ${page_size} offset ${page_token}) page on true
     order by page.place`,
    source.where.params(),
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
