// A store for tests: in memory, or a database of its own on the server that TEST_DATABASE_URL names. Not part of the product.
import { openAsBlob } from 'node:fs';
import type { Database } from '@/lib/index-service/store/database';
import { emptyStore } from '@/lib/index-service/store/empty-store';
import { migrate } from '@/lib/index-service/store/migrations';
import { openStore } from '@/lib/index-service/store/open-store';
import { openPglite } from '@/lib/index-service/store/pglite';
import { ownDatabase, testServer } from './test-server';

/** A migrated store that nobody else sees. */
export async function openMemoryStore(): Promise<Database> {
  if (testServer !== undefined) return openOnServer(testServer);
  const empty = emptyStore();
  const db = await openPglite('memory://', empty === undefined ? {} : { image: await openAsBlob(empty) });
  await migrate(db);
  return db;
}

async function openOnServer(server: string): Promise<Database> {
  const own = await ownDatabase(server);
  const db = await openStore({ dataDir: '', databaseUrl: own.url });
  return {
    ...db,
    async close() {
      await db.close();
      await own.drop();
    },
  };
}
