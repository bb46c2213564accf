// The PostgreSQL server that the project `postgresql` of vitest.config.ts runs its tests against; all others use the embedded engine.
// Invariant: each caller gets a database that no other caller uses; `drop` removes it.
import { randomUUID } from 'node:crypto';
import { openPostgres } from '@/lib/index-service/store/postgres';

/** The server's address, or undefined for the embedded engine. */
// oxlint-disable-next-line no-restricted-properties -- no module of the product reads it: it points the tests at a server
export const testServer = process.env['TEST_SERVER'] || undefined;

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
