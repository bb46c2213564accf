// A PostgreSQL server (15 or later) as the store. Which process may write to it: writer-lock.ts.
// Invariant: errors never hold the address, which may carry a password.
import postgres from 'postgres';
import { WRITER } from '@/lib/index-service/limits';
import { inTransaction, type Database } from './database';
import { createClients, type Client, type SessionSettings } from './postgres-clients';

/** All of it or nothing. A lost connection is rolled back by the server. */
async function transaction<Result>(client: Client, work: (tx: Database) => Promise<Result>): Promise<Result> {
  await client.query('begin', []);
  try {
    const result = await work(inTransaction((sql, params = []) => client.query(sql, params)));
    await client.query('commit', []);
    return result;
  } catch (error) {
    if (!client.isLost()) await client.query('rollback', []).catch(() => undefined);
    throw error;
  }
}

/** Connects to `url` (DATABASE_URL) when it is first used. */
export function openPostgres(
  url: string,
  { connections = 8, session = {} }: { connections?: number; session?: SessionSettings } = {},
): Database {
  const clients = createClients(
    url,
    {
      TimeZone: 'UTC',
      // A process that stalls within a transaction must not hold up the next writer.
      idle_in_transaction_session_timeout: WRITER.stalledMs,
      ...session,
    },
    connections,
  );
  return {
    query: (sql, params = []) => clients.use((client) => client.query(sql, params)),
    transaction: (work) => clients.use((client) => transaction(client, work)),
    close: () => clients.end(),
  };
}

/** Calls `onMessage` for each message on the channel, and whenever some may have been missed: after each connect. */
export function listenOn(
  url: string,
  channel: string,
  onMessage: () => void,
  onError: (error: unknown) => void,
): Pick<Database, 'close'> {
  const client = postgres(url, { max: 1, fetch_types: false, onnotice: () => undefined });
  client.listen(channel, onMessage, onMessage).catch(onError);
  return { close: () => client.end({ timeout: 5 }) };
}
