// A store in memory for tests. Making an empty database takes seconds, reading one does not: the first test makes it and keeps it in .cache/,
// by the version of the engine; every other test starts from there. Not part of the product.
import { PGlite } from '@electric-sql/pglite';
import { randomUUID } from 'node:crypto';
import { mkdirSync, openAsBlob, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Database } from '@/lib/index-service/store/database';
import { migrate } from '@/lib/index-service/store/migrations';
import { openPglite } from '@/lib/index-service/store/pglite';

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
  const db = await openPglite('memory://', { image: await emptyDatabase() });
  await migrate(db);
  return db;
}
