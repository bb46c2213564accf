// Opens the configured engine and migrates its schema.
import type { Database } from './database';
import { migrate } from './migrations';
import { openPglite } from './pglite';
import { openPostgres } from './postgres';

export interface StoreOptions {
  /** Where the embedded engine keeps its files; 'memory://' for none. Not used with databaseUrl. */
  dataDir: string;
  /** A PostgreSQL server to use instead of the embedded engine. */
  databaseUrl?: string | undefined;
}

/** Opens and migrates the store. Throws DirectoryLocked when another process has the embedded one. */
export async function openStore(options: StoreOptions): Promise<Database> {
  const db =
    options.databaseUrl === undefined ? await openPglite(options.dataDir) : openPostgres(options.databaseUrl);
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}
