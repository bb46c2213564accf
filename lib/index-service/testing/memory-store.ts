// A store for tests: in memory, or a database of its own on the server that TEST_DATABASE_URL names. Making an empty database takes seconds, reading one does not: the first test makes it and keeps it in .cache/,
// by the version of the engine; every other test starts from there. Not part of the product.
import { PGlite } from '@electric-sql/pglite';
import { randomUUID } from 'node:crypto';
import { mkdirSync, openAsBlob, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Database } from '@/lib/index-service/store/database';
import { migrate } from '@/lib/index-service/store/migrations';
import { openStore } from '@/lib/index-service/store/open-store';
import { openPglite } from '@/lib/index-service/store/pglite';
import { ownDatabase, testServer } from './test-server';

const FOLDER = '.cache/empty-database';

function engineVersion(): string {
  const packageFile = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  return (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;
}

/** An empty database as the engine writes it out. */
async function emptyDatabase(): Promise<Blob> {
  const path = `${FOLDER}/${engineVersion()}.tar`;
  try {
    return await openAsBlob(path);
  } catch {
    const pg = await PGlite.create({ dataDir: 'memory://' });
    const image = await pg.dumpDataDir('none');
    await pg.close();
    mkdirSync(FOLDER, { recursive: true });
    // Tests run side by side: the file appears whole or not at all.
    const partial = `${path}.${randomUUID()}`;
    writeFileSync(partial, Buffer.from(await image.arrayBuffer()));
    renameSync(partial, path);
    return image;
  }
}

/** A migrated store that nobody else sees. */
export async function openMemoryStore(): Promise<Database> {
  if (testServer !== undefined) return openOnServer(testServer);
  const db = await openPglite('memory://', { image: await emptyDatabase() });
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
