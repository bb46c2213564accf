// Migrations: numbered SQL files, each applied once. For the log, keys and usage only:
// projection tables are rebuilt instead. Invariant: a file that was applied is never edited.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Database } from './database';

const FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));

/** Statements end with a semicolon at the end of a line: engines take one statement a query. */
function statements(sql: string): string[] {
  return sql
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** Every migration in order, with the digest that the store remembers. */
export function migrationFiles(): { name: string; sql: string; digest: string }[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => {
    const sql = readFileSync(`${FOLDER}${name}`, 'utf8');
    return { name, sql, digest: createHash('sha256').update(sql).digest('hex') };
  });
}

/** Any number that no other advisory lock uses. */
const MIGRATION_LOCK = 4_712_053;

/** Brings the store's schema up to date; of several processes one does it. Returns the names of the files it applied. */
export async function migrate(db: Database): Promise<string[]> {
  return db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1::bigint)', [MIGRATION_LOCK]);
    await tx.query(
      'create table if not exists migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())',
    );
    const rows = await tx.query<{ name: string; digest: string }>('select name, digest from migrations');
    const applied = new Map(rows.map((row) => [row.name, row.digest]));
    const fresh: string[] = [];
    for (const { name, sql, digest } of migrationFiles()) {
      const known = applied.get(name);
      if (known === digest) continue;
      if (known !== undefined) throw new Error(`migration ${name} was changed after it had been applied`);
      for (const statement of statements(sql)) await tx.query(statement);
      await tx.query('insert into migrations (name, digest) values ($1, $2)', [name, digest]);
      fresh.push(name);
    }
    return fresh;
  });
}
