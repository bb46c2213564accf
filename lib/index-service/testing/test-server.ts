// The PostgreSQL server that tests run against when TEST_DATABASE_URL names one; without it they run in the embedded engine.
// Invariant: everybody who asks gets a database of their own, and it is gone when they close it.
import { randomUUID } from 'node:crypto';
import { openPostgres } from '@/lib/index-service/store/postgres';

/** The server's address, or undefined for the embedded engine. */
// oxlint-disable-next-line no-restricted-properties -- no module of the product reads it: it points the tests at a server
export const testServer = process.env['TEST_DATABASE_URL'];

async function ask(server: string, statement: string): Promise<void> {
  const db = openPostgres(server, { connections: 1 });
  try {
    await db.query(statement);
  } finally {
    await db.close();
  }
}

/** An empty database on `server`, and what removes it. */
export async function ownDatabase(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await ask(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => ask(server, `drop database if exists ${name} with (force)`) };
}
