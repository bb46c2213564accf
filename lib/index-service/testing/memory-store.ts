// A store for tests: in memory, or a database of its own on the server that TEST_DATABASE_URL names. Not part of the product.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Database } from '@/lib/index-service/store/database';
import { emptyStore } from '@/lib/index-service/store/empty-store';
import { migrate } from '@/lib/index-service/store/migrations';
import { openStore } from '@/lib/index-service/store/open-store';
import { openPglite } from '@/lib/index-service/store/pglite';
import { ownDatabase, testServer } from './test-server';

/** The empty store's files, as each database of this process begins; the engine takes a while to unzip them itself. */
let image: Blob | undefined;
function emptyImage(): { image?: Blob } {
  const path = emptyStore();
  if (path === undefined) return {};
  image ??= new Blob([gunzipSync(readFileSync(path))]);
  return { image };
}

/** Engines that no test uses now. Test files of one worker share them: starting an engine takes a second, emptying it a tenth. */
const idle: Database[] = [];

const tablesOf = (db: Database) =>
  db.query<{ name: string; columns: string }>(
    `select quote_ident(relname) as name, string_agg(attname || ' ' || atttypid, ',' order by attnum) as columns
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
     group by relname order by relname`,
  );
let tablesOfIndex: string | undefined;

/** Stores with these tables are emptied by row from now on: making the tables takes longer. */
export async function reuseTables(db: Database): Promise<void> {
  if (testServer === undefined) tablesOfIndex ??= JSON.stringify(await tablesOf(db));
}

async function emptied(db: Database): Promise<Database> {
  const tables = await tablesOf(db);
  if (JSON.stringify(tables) === tablesOfIndex) {
    const names = tables.map(({ name }) => name).filter((name) => !['migrations', 'facts'].includes(name));
    await db.query(`truncate ${names.join(', ')} restart identity`);
    await db.query("delete from facts where name <> 'projections_version'");
    return db;
  }
  await db.query('drop schema public cascade');
  await db.query('create schema public');
  return db;
}

/** A migrated, empty store that nothing else uses. */
export async function openMemoryStore(): Promise<Database> {
  if (testServer !== undefined) return openOnServer(testServer);
  const free = idle.pop();
  const db = await (free === undefined ? openPglite('memory://', emptyImage()) : emptied(free));
  await migrate(db);
  let closed = false;
  return {
    ...db,
    async close() {
      if (!closed) idle.push(db);
      closed = true;
    },
  };
}

async function openOnServer(server: string): Promise<Database> {
  const temporary = await ownDatabase(server);
  const db = await openStore({ dataDir: '', databaseUrl: temporary.url });
  return {
    ...db,
    async close() {
      await db.close();
      await temporary.drop();
    },
  };
}
