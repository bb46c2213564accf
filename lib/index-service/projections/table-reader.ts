// Reads records of the contract from a projection's table.
// Invariant: a column is served under its own name, and a query parameter with a column's name filters by it.
import { ContractError } from '@/lib/contract/errors';
import type { Listing } from '@/lib/contract/record';
import type { Database, SqlValue } from '@/lib/index-service/store/database';
import { conditions, createdWithin, type Conditions } from '@/lib/index-service/store/conditions';
import { parseJson } from '@/lib/json/exact';
import type { Projection } from './projection';
import { keyColumn } from './projection-table';
import { pageOf, rowOffset } from './page';

export interface ServedFields {
  /** Fields besides the columns, or instead of them, as SQL. The table is `t`. */
  fields?: Readonly<Record<string, string>>;
  /** Columns that are not served; ids of log entries never are. */
  omit?: readonly string[];
  /** What the fields need joined; it must not change the number of rows. */
  joins?: string;
  /** What `created_after` and `created_before` select by; by default the index's time. */
  created?: string;
  /** SQL of what `order_by` may name besides the fields. */
  orders?: Readonly<Record<string, string>>;
  /** Conditions besides the projection's `counts.shown`, for tables without counters. */
  shown?: readonly string[];
}

export type ListQuery = {
  page_token?: string | undefined;
  page_size: number;
  created_after?: string | undefined;
  created_before?: string | undefined;
} & Readonly<Record<string, SqlValue | undefined>>;

export type TableReader<Item extends Record<string, unknown>> = ReturnType<typeof tableReader<Item>>;

/** A join that brings the checkpoint time of the entry in `column` as `name`.onchain_at. */
export function entryOf(column: string, name: string): string {
  return `left join log_entries ${name} on ${name}.id = ${column}`;
}

/** The checkpoint time of an entry that the row has in `stored`; a time that was added to the log later is read from there. */
export function chainTime(stored: string, entry: string): string {
  return `coalesce(${stored}, (select late.onchain_at from log_entries late where late.id = ${entry}))`;
}

/** Milliseconds between two times; null while one is unknown, or when they contradict each other. */
export function durationMs(from: string, to: string): string {
  return `case when ${to} >= ${from} then round(date_part('epoch', ${to} - ${from}) * 1000)::bigint end`;
}

/** A column that fits a double as a JavaScript number (row ids, durations); null where it does not fit exactly. */
export function asNumber(column: string): string {
  return `case when ${column} <= 9007199254740991 then ${column}::float8 end`;
}

/** A join of the skill that a row names by agent and skill id; the key is that of the table of skills. */
export const SKILL_OF_ROW = `left join skills skill on skill.key = t.agent_object_id || '/' || t.skill_id`;
export const SKILL_DESCRIPTION = { skill_description: 'skill.description' };

/** SQL of the value that a column has to have, or of several of which it has to have one. */
function comparedTo(type: string, value: SqlValue | undefined): string {
  if (Array.isArray(value)) return 'any(?::text[])';
  return type.startsWith('whole') ? '?::numeric' : '?';
}

/** SQL of each field of a record, by name. */
function servedFields(projection: Projection, { fields = {}, omit = [] }: ServedFields): [string, string][] {
  const all: Record<string, string> = {};
  for (const [name, type] of Object.entries(projection.columns))
    if (!type.startsWith('entry')) all[name] = `t.${name}`;
  if (projection.form === 'record') Object.assign(all, { id: asNumber('t.id'), tx_digest: 't.tx_digest' });
  else all['updated_at'] = 't.updated_at';
  all['created_at'] = 't.created_at';
  if ('created_entry_id' in projection.columns) all['onchain_created_at'] = 'created.onchain_at';
  Object.assign(all, fields);
  return Object.entries(all).filter(([name]) => !omit.includes(name));
}

/** The statement of the total; its parameters come after those of `where`. */
function totalOf(
  { table, counts }: Projection,
  joins: string,
  where: Conditions,
): { sql: string; params: SqlValue[] } {
  const counter = counts && where.counter();
  if (counter === undefined)
    return {
      sql: `select count(*) as total_items from ${table} t ${joins} where ${where.sql()}`,
      params: [],
    };
  const [name, columns, values] = [1, 2, 3].map((at) => `$${where.params().length + at}::text`);
  return {
    sql: `select coalesce(sum(rows), 0)::bigint as total_items from row_counts
          where table_name = ${name} and column_name = any(${columns}[]) and value = any(${values}[])`,
    params: [table, counter.columns, counter.values],
  };
}

/** `noun` names the object in errors: "there is no {noun} {key}". */
export function tableReader<Item extends Record<string, unknown>>(
  projection: Projection,
  noun: string,
  served: ServedFields = {},
) {
  const { table, counts } = projection;
  const fields = servedFields(projection, served);
  const select = fields.map(([name, sql]) => `${sql} as ${name}`).join(', ');
  const created = 'created_entry_id' in projection.columns ? entryOf('t.created_entry_id', 'created') : '';
  const joins = `${created} ${served.joins ?? ''}`;
  const shown = [
    ...(counts?.shown ?? []).map((column) => `t.${column} is not null`),
    ...(served.shown ?? []),
  ];
  const primary = keyColumn(projection);
  const newestFirst = projection.form === 'object' ? 't.first_entry_id desc, t.key desc' : 't.id desc';
  const json = fields.map(([name]) => name).filter((name) => projection.columns[name]?.startsWith('json'));

  function parsed(item: Item): Item {
    const values: Record<string, unknown> = { ...item };
    for (const name of json) if (typeof values[name] === 'string') values[name] = parseJson(values[name]);
    return values as Item;
  }

  /** `column.desc`, which the contract has checked. */
  function orderOf(order_by: unknown): string {
    const [column = '', direction] = typeof order_by === 'string' ? order_by.split('.') : [];
    const field = fields.find(([name]) => name === column)?.[1];
    const expression = served.orders?.[column] ?? field;
    if (expression === undefined) return newestFirst;
    // By code unit, as the browser compares, in any locale of the database.
    const isText = field === 't.key' || projection.columns[column]?.startsWith('text') === true;
    return `${expression}${isText ? ' collate "C"' : ''} ${direction === 'asc' ? 'asc' : 'desc'} nulls last, ${newestFirst}`;
  }

  function matching(query: ListQuery): Conditions {
    const where = createdWithin(conditions(...shown), query, served.created);
    for (const [name, type] of Object.entries(projection.columns)) {
      const value = query[name];
      const countColumns = counts?.by.includes(name) ? [name] : [];
      where.and(`t.${name} = ${comparedTo(type, value)}`, value, ...countColumns);
    }
    return where;
  }

  /** Records by a where clause of the caller, e.g. to read those of several parents at once. */
  async function selectBy(db: Database, where: string, params: readonly SqlValue[]): Promise<Item[]> {
    const items = await db.query<Item>(`select ${select} from ${table} t ${joins} where ${where}`, params);
    return items.map(parsed);
  }

  const missing = (key: unknown) => new ContractError('NOT_FOUND', `there is no ${noun} ${String(key)}`);

  return {
    select: selectBy,
    /** A page, newest first, of the rows that match the query; `more` adds filters that are not a column. */
    async page(
      db: Database,
      query: ListQuery,
      more: (where: Conditions) => Conditions = (where) => where,
    ): Promise<Listing<Item>> {
      const { page_size } = query;
      const offset = rowOffset(query);
      const order = orderOf(query['order_by']);
      const where = more(matching(query));
      const total = totalOf(projection, joins, where);
      // One statement, so that page and total are of the same moment. Fields are read of the chosen rows alone.
      const rows = await db.query<Item & { total_items: bigint; place: bigint | null }>(
        `select counted.total_items, page.* from
           (${total.sql}) counted
         left join lateral
           (select chosen.place, ${select}
            from (select t.${primary}, row_number() over (order by ${order}) as place
                  from ${table} t ${joins} where ${where.sql()}
                  order by ${order} limit ${page_size} offset ${offset}) chosen
            join ${table} t on t.${primary} = chosen.${primary} ${joins}) page on true
         order by page.place`,
        [...where.params(), ...total.params],
      );
      const total_items = Number(rows[0]?.total_items ?? 0n);
      const items = rows
        .filter((row) => row.place !== null)
        .map(({ total_items: _total, place: _place, ...item }) => parsed(item as unknown as Item));
      return pageOf(items, { offset, size: page_size, total_items });
    },
    /** The record of this key. Throws NOT_FOUND if there is none to show. */
    async get(db: Database, key: unknown): Promise<Item> {
      const where = ['t.key = $1', ...shown].map((condition) => `(${condition})`).join(' and ');
      const [item] = await selectBy(db, where, [String(key)]);
      if (item === undefined) throw missing(key);
      return item;
    },
    /** The key and these columns of a row, even if it is not shown. Throws NOT_FOUND when no event has named the object. */
    async known<Column extends string = never>(
      db: Database,
      key: unknown,
      ...columns: Column[]
    ): Promise<Record<Column | 'key', string>> {
      const names = ['key', ...columns].join(', ');
      const [row] = await db.query<Record<string, string>>(`select ${names} from ${table} where key = $1`, [
        String(key),
      ]);
      if (row === undefined) throw missing(key);
      return row;
    },
  };
}

/** The handler that lists the rows of one object: its key is the path parameter, and in `column` of each row. Throws NOT_FOUND as `known` does. */
export function listOf<Item extends Record<string, unknown>>(
  parent: Pick<TableReader<Item>, 'known'>,
  parameter: string,
  reader: Pick<TableReader<Item>, 'page'>,
  column = parameter,
) {
  return async (input: { db: Database; params: Record<string, unknown>; query: ListQuery }) => {
    const { key } = await parent.known(input.db, input.params[parameter]);
    return reader.page(input.db, { ...input.query, [column]: key });
  };
}
