// Keeps projections in step with the log, and rebuilds them when their definition changes.
// Invariant: a rebuild fills new tables and swaps them in one transaction; the rows equal those of following the log.
import { createHash } from 'node:crypto';
import type { LogFollower } from '@/lib/index-service/log/event-log';
import type { StoredEntry } from '@/lib/index-service/log/log-entry';
import { decodedEntry } from '@/lib/index-service/log/stored-entry';
import type { Database } from '@/lib/index-service/store/database';
import type { Projection } from './projection';
import { project } from './projector';
import { COUNTS_TABLE, countsStatements } from './row-counts';
import { tableStatements } from './projection-table';

/** Raise it when an evolve changes its meaning without changing a column: stores made by an older one are rebuilt at the next start. */
const LOGIC_VERSION = 4;
const FRESH = 'rebuilt';

export interface Projector extends LogFollower {
  /** Makes the tables, or rebuilds them when they were made by another definition. Returns whether it replayed the log. */
  prepare(): Promise<boolean>;
  /** Replays the log from zero and swaps the tables. The caller keeps appends out (EventLog.exclusive). Returns the number of entries read. */
  rebuild(progress?: (entries: number) => void): Promise<number>;
}

/** `batch`: entries that a rebuild replays in one transaction. */
export function createProjector(db: Database, projections: readonly Projection[], batch = 1000): Projector {
  const statements = [
    ...projections.flatMap((one) => tableStatements(one, FRESH)),
    ...countsStatements(FRESH),
  ];
  const counted = projections.map(({ counts }) => JSON.stringify(counts ?? null));
  const version = createHash('sha256')
    .update([LOGIC_VERSION, ...statements, ...counted].join('\n'))
    .digest('hex');
  const tables = [...projections.map(({ table }) => table), COUNTS_TABLE];

  async function replay(progress: ((entries: number) => void) | undefined): Promise<number> {
    let after = 0n;
    let read = 0;
    for (;;) {
      const rows = await db.query<StoredEntry>(
        `select * from log_entries where id > $1::bigint order by id limit $2::int`,
        [after, batch],
      );
      const last = rows.at(-1);
      if (last === undefined) return read;
      const entries = rows.map((row) => decodedEntry(row)).filter((entry) => entry !== undefined);
      await db.transaction((tx) => project(tx, FRESH, projections, entries));
      after = last.id;
      read += rows.length;
      progress?.(read);
    }
  }

  async function rebuild(progress?: (entries: number) => void): Promise<number> {
    await db.transaction(async (tx) => {
      await tx.query(`drop schema if exists ${FRESH} cascade`);
      await tx.query(`create schema ${FRESH}`);
      for (const statement of statements) await tx.query(statement);
    });
    const read = await replay(progress);
    await db.transaction(async (tx) => {
      for (const table of tables) {
        await tx.query(`drop table if exists public.${table}`);
        await tx.query(`alter table ${FRESH}.${table} set schema public`);
      }
      await tx.query(`drop schema ${FRESH} cascade`);
      await tx.query(
        `insert into facts (name, value) values ('projections_version', $1)
         on conflict (name) do update set value = excluded.value`,
        [version],
      );
    });
    return read;
  }

  return {
    apply: (tx, entries) => project(tx, 'public', projections, entries),
    async empty(tx) {
      await tx.query(`truncate ${tables.map((table) => `public.${table}`).join(', ')}`);
    },
    async prepare() {
      const [made] = await db.query<{ value: string }>(
        "select value from facts where name = 'projections_version'",
      );
      if (made?.value === version) return false;
      return (await rebuild()) > 0;
    },
    rebuild,
  };
}
