// Migrations: numbered SQL files, each applied once. For the log, keys and usage only:
// projection tables are rebuilt instead. Invariant: a file that was applied is never edited.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database';
import { MIGRATIONS } from './store-files';

/** Statements end with a semicolon at the end of a line: engines take one statement a query. */
function statements(sql: string): string[] {
  return sql
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** Files that were renumbered, as 0003 had been used twice. Stores of every release know them by their first name. */
const FIRST_NAMES: Readonly<Record<string, string>> = {
  '0004-sender-counts.sql': '0003-sender-counts.sql',
  '0005-request-windows.sql': '0004-request-windows.sql',
  '0006-digest-prefix.sql': '0005-digest-prefix.sql',
  '0007-time-counts.sql': '0006-time-counts.sql',
};

/** Every migration in order, with the name and digest that the store remembers. */
export function migrationFiles(): { file: string; name: string; sql: string; digest: string }[] {
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql'));
  return files.sort().map((file) => {
    const sql = readFileSync(join(MIGRATIONS, file), 'utf8');
    const digest = createHash('sha256').update(sql).digest('hex');
    return { file, name: FIRST_NAMES[file] ?? file, sql, digest };
  });
}

/** Any number that no other advisory lock uses. */
const MIGRATION_LOCK = 4_712_053;

/** Brings the store's schema up to date; of several processes one does it. Returns the files it applied. */
export async function migrate(db: Database): Promise<string[]> {
  return db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1::bigint)', [MIGRATION_LOCK]);
    await tx.query(
      'create table if not exists migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())',
    );
    const rows = await tx.query<{ name: string; digest: string }>('select name, digest from migrations');
    const applied = new Map(rows.map((row) => [row.name, row.digest]));
    const fresh: string[] = [];
    for (const { file, name, sql, digest } of migrationFiles()) {
      const appliedDigest = applied.get(name);
      if (appliedDigest === digest) continue;
      if (appliedDigest !== undefined)
        throw new Error(`migration ${file} was changed after it had been applied`);
      for (const statement of statements(sql)) await tx.query(statement);
      await tx.query('insert into migrations (name, digest) values ($1, $2)', [name, digest]);
      fresh.push(file);
    }
    return fresh;
  });
}
