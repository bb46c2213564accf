// A projection's table: created from its columns, read and written in batches. `schema` is 'public', or a rebuild's.
// Invariant: text that PostgreSQL cannot store (NUL, lone surrogates) becomes U+FFFD here; the log keeps the original.
import { parseJson, stringifyJson } from '@/lib/json/exact';
import type { Database } from '@/lib/index-service/store/database';
import { storableText } from '@/lib/index-service/store/foreign-text';
import type { Column, Projection } from './projection';

const SQL_TYPE = {
  text: 'text',
  entry: 'bigint',
  whole: 'numeric(20,0)',
  flag: 'boolean',
  time: 'timestamptz(3)',
  json: 'text',
} as const;

const OF_OBJECTS = {
  key: 'text',
  first_entry_id: 'entry',
  last_entry_id: 'entry',
  created_at: 'time',
  updated_at: 'time',
} as const;
const OF_RECORDS = { id: 'entry', tx_digest: 'text?', created_at: 'time' } as const;

/** A stored row: the projection's columns and those every table of its form has. */
export type StoredRow = Record<string, unknown>;

function allColumns(projection: Projection): Record<string, Column> {
  return { ...(projection.form === 'object' ? OF_OBJECTS : OF_RECORDS), ...projection.columns };
}

function sqlType(column: Column): { type: string; required: boolean; json: boolean } {
  const name = column.replace('?', '') as keyof typeof SQL_TYPE;
  return { type: SQL_TYPE[name], required: !column.endsWith('?'), json: name === 'json' };
}

export function keyColumn(projection: Projection): 'key' | 'id' {
  return projection.form === 'object' ? 'key' : 'id';
}

/** The statements that make table and indexes in `schema`. Their text is also the table's version. */
export function tableStatements(projection: Projection, schema: string): string[] {
  const columns = Object.entries(allColumns(projection)).map(([name, column]) => {
    const { type, required } = sqlType(column);
    return `${name} ${type}${required ? ' not null' : ''}`;
  });
  const key = keyColumn(projection);
  const { table } = projection;
  const newest = projection.form === 'object' ? ['first_entry_id, key'] : [];
  return [
    `create table ${schema}.${table} (${columns.join(', ')}, primary key (${key}))`,
    ...[...newest, ...projection.indexes].map(
      (list, index) => `create index ${table}_${index} on ${schema}.${table} (${list})`,
    ),
  ];
}

/** The rows of these keys, by key. */
export async function loadRows(
  tx: Database,
  schema: string,
  projection: Projection,
  keys: readonly string[],
): Promise<Map<string, StoredRow>> {
  const rows = await tx.query<StoredRow>(
    `select * from ${schema}.${projection.table} where key = any($1::text[])`,
    [keys],
  );
  const json = Object.entries(projection.columns).filter(([, column]) => sqlType(column).json);
  for (const row of rows)
    for (const [name] of json) if (typeof row[name] === 'string') row[name] = parseJson(row[name]);
  return new Map(rows.map((row) => [row['key'] as string, row]));
}

/** A value as the column can hold it. */
export function storable(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return typeof value === 'string' ? storableText(value) : value;
}

/** Writes rows in one statement: objects are replaced, records that are there already stay. */
export async function writeRows(
  tx: Database,
  schema: string,
  projection: Projection,
  rows: readonly StoredRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.entries(allColumns(projection)).map(([name, column]) => ({
    name,
    ...sqlType(column),
  }));
  const plain = rows.map((row) =>
    Object.fromEntries(
      columns.map(({ name, json }) => {
        const value = row[name] ?? null;
        return [name, json && value !== null ? stringifyJson(value) : storable(value)];
      }),
    ),
  );
  const names = columns.map((column) => column.name).join(', ');
  const types = columns.map((column) => `${column.name} ${column.type}`).join(', ');
  const key = keyColumn(projection);
  const set = columns
    .filter((column) => column.name !== key)
    .map((column) => `${column.name} = excluded.${column.name}`);
  const onConflict = projection.form === 'object' ? `do update set ${set.join(', ')}` : 'do nothing';
  await tx.query(
    `insert into ${schema}.${projection.table} (${names}) select ${names} from json_to_recordset($1::text::json) as given (${types})
     on conflict (${key}) ${onConflict}`,
    [JSON.stringify(plain)],
  );
}
