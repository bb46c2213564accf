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

async function emptied(db: Database): Promise<Database> {
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
