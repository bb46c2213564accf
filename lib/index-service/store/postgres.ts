// A PostgreSQL server (15 or later) as the store.
// Invariant: one index writes: an advisory lock is held while the store is open.
import postgres from 'postgres';
import { inTransaction, parseTime, parseWhole, TYPE, type Database, type SqlValue } from './database';

/** Another index has this database open. */
export class DatabaseLocked extends Error {
  override readonly name = 'DatabaseLocked';
}

/** Any fixed number: names the lock among the database's advisory locks. */
const WRITER_LOCK = 4_712_051;

const asText = (text: string) => text;
const out = (value: unknown) => String(value);
const types = {
  whole: { to: TYPE.int8, from: [TYPE.int8, TYPE.numeric], serialize: out, parse: parseWhole },
  time: { to: TYPE.timestamptz, from: [TYPE.timestamptz], serialize: out, parse: parseTime },
  json: { to: TYPE.json, from: [TYPE.json, TYPE.jsonb], serialize: out, parse: asText },
};

/** The little of postgres.js that is used here; its pool and its transactions both have it. */
interface Runner {
  unsafe(sql: string, params: never[], options: { prepare: boolean }): PromiseLike<unknown>;
}

/** bigint goes out as text: the driver would call it int8, whatever the statement wants (numeric, an array). */
function sent(value: SqlValue): SqlValue {
  if (typeof value === 'bigint') return value.toString();
  return Array.isArray(value) ? (value as readonly unknown[]).map(String) : value;
}

async function run<Row>(runner: Runner, sql: string, params: readonly SqlValue[]): Promise<Row[]> {
  const values = params.map(sent) as never[];
  const rows = (await runner.unsafe(sql, values, { prepare: values.length > 0 })) as Row[];
  return [...rows];
}

/**
 * Connects to `url` (DATABASE_URL). Throws DatabaseLocked when another index has it, and postgres.js' errors when it cannot be reached.
 * Errors never hold the url: it may carry a password.
 */
export async function openPostgres(url: string, options: { connections?: number } = {}): Promise<Database> {
  const settings = { types, connection: { TimeZone: 'UTC' }, onnotice: () => undefined } as const;
  const pool = postgres(url, { ...settings, max: options.connections ?? 8 });
  const guard = postgres(url, { ...settings, max: 1, idle_timeout: 0, max_lifetime: null });
  const end = () => Promise.all([pool.end({ timeout: 5 }), guard.end({ timeout: 5 })]);
  try {
    const [lock] = await guard.unsafe<{ taken: boolean }[]>(
      `select pg_try_advisory_lock(${WRITER_LOCK}) as taken`,
    );
    if (lock?.taken !== true) throw new DatabaseLocked('another index has this database open');
  } catch (error) {
    await end();
    throw error;
  }
  return {
    query: (sql, params = []) => run(pool, sql, params),
    transaction: (work) =>
      pool.begin((tx) =>
        work(inTransaction((sql, params = []) => run(tx as unknown as Runner, sql, params))),
      ) as Promise<never>,
    close: async () => {
      await end();
    },
  };
}
