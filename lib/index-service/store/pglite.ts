// The embedded engine: PGlite, PostgreSQL in WebAssembly, in this process, with one connection: keep transactions short.
// Invariant: one process per data directory; an acknowledged commit survives a killed process.
import { PGlite, type Results } from '@electric-sql/pglite';
import { ensureDataDir } from './create-data-dir';
import { lockDirectory } from './data-dir-lock';
import { inTransaction, parseTime, parseWhole, TYPE, type Database, type SqlValue } from './database';
import { createVacuum } from './vacuum';

const asText = (text: string) => text;
const parsers = {
  [TYPE.int8]: parseWhole,
  [TYPE.numeric]: parseWhole,
  [TYPE.timestamptz]: parseTime,
  [TYPE.json]: asText,
  [TYPE.jsonb]: asText,
};

/** Long text is sent as bytes: the driver copies strings several times. */
const LARGE = 2_000;
const asBytes = (value: SqlValue) =>
  typeof value === 'string' && value.length > LARGE ? Buffer.from(value) : value;
const serializers = {
  [TYPE.text]: (value: unknown) => (value instanceof Uint8Array ? value : String(value)) as string,
};

/**
 * Other than the engine's default: files are cached by the system already, so a small cache of its own is enough and saves a hundred megabytes.
 * It has one connection.
 */
const SETTINGS = ['shared_buffers=32MB', 'maintenance_work_mem=16MB', 'max_connections=4'];

interface Runner {
  query<Row>(sql: string, params: unknown[]): Promise<Results<Row>>;
}

/** `wrote` receives the number of rows a statement has written. */
async function run<Row>(
  runner: Runner,
  sql: string,
  params: readonly SqlValue[],
  wrote: (rows: number) => void,
): Promise<Row[]> {
  const { rows, affectedRows = 0 } = await runner.query<Row>(sql, params.map(asBytes));
  if (affectedRows > 0) wrote(affectedRows);
  return rows;
}

/**
 * Opens the embedded store in `dataDir` (made if absent), or in memory for 'memory://'.
 * `image` are packed files to start from in memory. Throws DirectoryLocked naming the pid when another process has the directory.
 */
export async function openPglite(dataDir: string, options: { image?: Blob } = {}): Promise<Database> {
  const inMemory = dataDir.startsWith('memory://');
  const release = inMemory ? () => undefined : lockDirectory(dataDir);
  try {
    const path = inMemory ? dataDir : await ensureDataDir(dataDir);
    const pg = await PGlite.create({
      dataDir: path,
      parsers,
      serializers,
      startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ['-c', setting])],
      ...(options.image === undefined ? {} : { loadDataDir: options.image }),
    });
    await pg.query("set time zone 'UTC'");
    const vacuum = createVacuum(async <Row>(sql: string) => (await pg.query<Row>(sql)).rows);
    /** Counts the rows `work` writes, for the vacuum. */
    async function tidied<Result>(work: (wrote: (rows: number) => void) => Promise<Result>): Promise<Result> {
      let rowsWritten = 0;
      const result = await work((rows) => (rowsWritten += rows));
      if (rowsWritten > 0) await vacuum.changed(rowsWritten);
      return result;
    }
    return {
      query: (sql, params = []) => tidied((wrote) => run(pg, sql, params, wrote)),
      transaction: (work) =>
        tidied((wrote) =>
          pg.transaction((tx) => work(inTransaction((sql, params = []) => run(tx, sql, params, wrote)))),
        ),
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
