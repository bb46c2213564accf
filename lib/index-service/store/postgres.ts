// A PostgreSQL server (15 or later) as the store. Which process may write to it: writer-lock.ts.
// Invariant: errors never hold the address, which may carry a password.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError, Pool, types, type ClientConfig, type PoolClient } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { POSTGRES, WRITER } from '@/lib/index-service/limits';
import { backoffMs } from '@/lib/time/backoff';
import { inTransaction, parseTime, parseWhole, TYPE, type Database, type SqlValue } from './database';

const asText = (text: string) => text;
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [TYPE.int8]: parseWhole,
  [TYPE.numeric]: parseWhole,
  [TYPE.timestamptz]: parseTime,
  [TYPE.json]: asText,
  [TYPE.jsonb]: asText,
};

/** Session settings by name. */
export type SessionSettings = Readonly<Record<string, string | number>>;

function connectionConfig(url: string, session: SessionSettings): ClientConfig {
  // `sslmode` means what it means to psql.
  const address = parse(url, { useLibpqCompat: true });
  const settings = Object.entries(session).map(([name, value]) => `-c ${name}=${value}`);
  return {
    ...toClientConfig(address),
    options: [address.options ?? '', ...settings].join(' '),
    connectionTimeoutMillis: POSTGRES.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: POSTGRES.keepAliveMs,
    types: {
      // pg types its own parsers as `any`.
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        PARSERS[type] ?? (types.getTypeParser(type, format) as (text: string) => unknown),
    },
  };
}

/** Statements with parameters are prepared once per connection, under a name made from their text. */
async function run<Row>(client: Client, sql: string, params: readonly SqlValue[]): Promise<Row[]> {
  if (params.length === 0) {
    // Several statements have several results, which are not used.
    const result = await client.query<Row & object>(sql);
    return Array.isArray(result) ? [] : result.rows;
  }
  const name = createHash('sha1').update(sql).digest('base64url');
  const { rows } = await client.query<Row & object>({ name, text: sql, values: [...params] });
  return rows;
}

/** Whether the session ended, or one of its prepared statements no longer fits the tables. */
function isUnusable(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return error.severity === 'FATAL' || error.routine === 'RevalidateCachedQuery';
}

/** All of it or nothing. A lost connection is rolled back by the server. */
async function transaction<Result>(client: Client, work: (tx: Database) => Promise<Result>): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work(inTransaction((sql, params = []) => run(client, sql, params)));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Connects to `url` (DATABASE_URL) when it is first used, and again after a connection was lost. */
export function openPostgres(
  url: string,
  { connections = 8, session = {} }: { connections?: number; session?: SessionSettings } = {},
): Database {
  const config = connectionConfig(url, {
    TimeZone: 'UTC',
    // A process that stalls within a transaction must not hold up the next writer.
    idle_in_transaction_session_timeout: WRITER.stalledMs,
    ...session,
  });
  /** Configured here, because a timeout of the pool would also limit the wait for a free connection. */
  class StoreClient extends Client {
    constructor() {
      super(config);
    }
  }
  const pool = new Pool({ Client: StoreClient, max: connections, idleTimeoutMillis: 0 });
  const open = new Set<PoolClient>();
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    open.add(client);
    // A statement on a lost connection fails without our help.
    client.on('error', () => undefined);
  });
  pool.on('remove', (client) => open.delete(client));
  const running = new Set<Promise<unknown>>();
  let closed = false;

  async function withClient<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = await pool.connect();
    let unusable = false;
    try {
      return await work(client);
    } catch (error) {
      unusable = isUnusable(error);
      throw error;
    } finally {
      client.release(unusable);
    }
  }

  function use<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    if (closed) return Promise.reject(new Error('the store is closed'));
    const result = withClient(work).finally(() => running.delete(result));
    running.add(result);
    return result;
  }

  return {
    query: (sql, params = []) => use((client) => run(client, sql, params)),
    transaction: (work) => use((client) => transaction(client, work)),
    async close() {
      closed = true;
      const finished = Promise.allSettled(running).then(() => true);
      const isIdle = await Promise.race([finished, sleep(POSTGRES.closeMs, false, { ref: false })]);
      // The pool forgets callers that wait for a connection, and waits for statements without limit.
      const ended = pool.end();
      if (isIdle) return ended;
      await Promise.all([...open].map((client) => client.end()));
    },
  };
}

/** Calls `onMessage` for each message on the channel, and whenever some may have been missed: after each connect. */
export function listenOn(
  url: string,
  channel: string,
  onMessage: () => void,
  onError: (error: unknown) => void,
): Pick<Database, 'close'> {
  const config = connectionConfig(url, {});
  const stopping = new AbortController();
  let failures = 0;

  /** Resolves when the connection ends. */
  async function listen(): Promise<void> {
    const client = new Client(config);
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
    client.on('error', () => undefined).on('notification', onMessage);
    const end = () => void client.end();
    stopping.signal.addEventListener('abort', end);
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      failures = 0;
      onMessage();
      await ended;
    } finally {
      stopping.signal.removeEventListener('abort', end);
      await client.end();
    }
  }

  async function listenUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listen().catch((error: unknown) => {
        if (!stopping.signal.aborted) onError(error);
      });
      failures += 1;
      const wait = backoffMs(POSTGRES.reconnect, failures, Math.random);
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const listening = listenUntilStopped();
  return {
    async close() {
      stopping.abort();
      await listening;
    },
  };
}
