// Named values of the store: the log's id, the version of its tables, how far a simulation or a mirror has come.
import type { Database } from './database';

export async function readFact(db: Database, name: string): Promise<string | undefined> {
  const [row] = await db.query<{ value: string }>('select value from facts where name = $1', [name]);
  return row?.value;
}

export async function writeFact(db: Database, name: string, value: string): Promise<void> {
  await db.query(
    'insert into facts (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [name, value],
  );
}

export async function deleteFact(db: Database, name: string): Promise<void> {
  await db.query('delete from facts where name = $1', [name]);
}
