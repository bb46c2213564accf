// Row counts, maintained with the rows: exact totals without counting at every request.
// Invariant: a counter is the number of rows whose `shown` columns are set, in total or per value of a `by` column.
import type { Database } from '@/lib/index-service/store/database';
import type { Projection } from './projection';
import { storable, type StoredRow } from './projection-table';

export const COUNTS_TABLE = 'row_counts';

export function countsStatements(schema: string): string[] {
  return [
    `create table ${schema}.${COUNTS_TABLE} (table_name text not null, column_name text not null, value text not null, rows bigint not null,
      primary key (table_name, column_name, value))`,
  ];
}

export type RowCounts = ReturnType<typeof rowCounts>;

/** The changes of one batch. */
export function rowCounts() {
  const changes = new Map<string, bigint>();

  function add(projection: Projection, row: StoredRow | undefined, by: bigint): void {
    const { table, counts } = projection;
    if (row === undefined || counts === undefined) return;
    if (counts.shown.some((column) => row[column] === null)) return;
    const addTo = (column: string, value: string) => {
      const counter = JSON.stringify([table, column, value]);
      changes.set(counter, (changes.get(counter) ?? 0n) + by);
    };
    addTo('', '');
    for (const column of counts.by) if (row[column] !== null) addTo(column, String(storable(row[column])));
  }

  return {
    /** A row of `projection` was this (undefined: not there) and is that now. */
    changed(projection: Projection, before: StoredRow | undefined, after: StoredRow): void {
      add(projection, before, -1n);
      add(projection, after, 1n);
    },
    async write(tx: Database, schema: string): Promise<void> {
      const nonZero = [...changes].filter(([, by]) => by !== 0n);
      if (nonZero.length === 0) return;
      const counters = nonZero.map(([counter]) => JSON.parse(counter) as [string, string, string]);
      const column = (at: 0 | 1 | 2) => counters.map((counter) => counter[at]);
      await tx.query(
        `insert into ${schema}.${COUNTS_TABLE} as kept (table_name, column_name, value, rows)
         select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[])
         on conflict (table_name, column_name, value) do update set rows = kept.rows + excluded.rows`,
        [column(0), column(1), column(2), nonZero.map(([, by]) => by)],
      );
    },
  };
}
