// The embedded engine: PGlite, PostgreSQL in WebAssembly, in this process and with one connection.
// Invariant: one process a data directory (data-dir-lock.ts). Commits are not relaxed: what was acknowledged survives a killed process.
// Statements queue on the one connection, so transactions must be short. `memory://` is for tests.
import { PGlite, type Results, type Transaction } from '@electric-sql/pglite';
import { parseTime, parseWhole, TYPE } from './column-values';
import { ensureDataDir } from './create-data-dir';
import { lockDirectory } from './data-dir-lock';
import type { Database, SqlValue } from './database';

const asText = (text: string) => text;
const parsers = {
  [TYPE.int8]: parseWhole,
  [TYPE.numeric]: parseWhole,
  [TYPE.timestamptz]: parseTime,
  [TYPE.json]: asText,
  [TYPE.jsonb]: asText,
};

/** From this many characters on. */
const LARGE = 2_000;
/** Large texts (a batch of rows) go out as bytes: the driver measures and copies strings several times. */
const serializers = {
  [TYPE.text]: (value: unknown) => {
    const text = String(value);
    return (text.length < LARGE ? text : Buffer.from(text)) as string;
  },
};

interface Runner {
  query<Row>(sql: string, params: unknown[]): Promise<Results<Row>>;
}

async function run<Row>(runner: Runner, sql: string, params: readonly SqlValue[]): Promise<Row[]> {
  return (await runner.query<Row>(sql, [...params])).rows;
}

function inTransaction(tx: Transaction): Database {
  const inner: Database = {
    query: (sql, params = []) => run(tx, sql, params),
    transaction: (work) => work(inner),
    close: () => Promise.reject(new Error('a transaction cannot close the store')),
  };
  return inner;
}

/**
 * Opens the embedded store in `dataDir` (made if absent), or in memory for 'memory://'.
 * `image` is a dump to start from instead of an empty database. Throws DirectoryLocked naming the pid when another process has the directory.
 */
export async function openPglite(dataDir: string, options: { image?: Blob } = {}): Promise<Database> {
  const inMemory = dataDir.startsWith('memory://');
  const release = inMemory ? () => undefined : lockDirectory(dataDir);
  try {
    const path = inMemory ? dataDir : await ensureDataDir(dataDir);
    const start = options.image === undefined ? {} : { loadDataDir: options.image };
    const pg = await PGlite.create({ dataDir: path, parsers, serializers, ...start });
    await pg.query("set time zone 'UTC'");
    return {
      query: (sql, params = []) => run(pg, sql, params),
      transaction: (work) => pg.transaction((tx) => work(inTransaction(tx))),
      async close() {
        try {
          if (!pg.closed) await pg.close();
        } finally {
          release();
        }
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
