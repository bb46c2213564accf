// Which process writes to a PostgreSQL store: an advisory lock elects it, an epoch shuts out the one before.
// Invariant: a fenced transaction commits only while no other process has become the writer; the next writer sees what it committed.
import { setTimeout as sleep } from 'node:timers/promises';
import { WRITER } from '@/lib/index-service/limits';
import type { Database } from './database';
import { readFact } from './facts';
import { openPostgres } from './postgres';

/** Another index writes to this database. */
export class DatabaseLocked extends Error {
  override readonly name = 'DatabaseLocked';
}

/** Another process has become the writer, so this one must write no more. */
export class WriterReplaced extends Error {
  override readonly name = 'WriterReplaced';
  constructor() {
    super('another process writes to this database now');
  }
}

export interface WriterLock {
  /** `db` for writing: each of its transactions is refused once another process has become the writer. */
  fence(db: Database): Database;
  release(): Promise<void>;
}

export interface WriterLockOptions {
  /** Wait for the lock until this signal; without it a lock that is taken is an error. */
  standby?: AbortSignal | undefined;
  /** Why it waits; called whenever the reason changes. */
  onWait?: ((why: string) => void) | undefined;
  /** Another process has become the writer. */
  onReplaced?: (() => void) | undefined;
}

/** Any fixed number: names the lock among the database's advisory locks. */
export const WRITER_LOCK = 4_712_051;

/** Becomes the writer of a migrated store. Throws DatabaseLocked, or an AbortError at the end of `standby`. */
export async function takeWriterLock(url: string, options: WriterLockOptions = {}): Promise<WriterLock> {
  const { standby, onReplaced = () => undefined, onWait = () => undefined } = options;
  // The server ends a session that is silent for longer, so a stalled process or a lost machine does not keep the lock.
  const connection = openPostgres(url, {
    connections: 1,
    session: { idle_session_timeout: WRITER.stalledMs },
  });

  /** Also true if this session has the lock already. */
  async function tryLock(): Promise<boolean> {
    const [row] = await connection.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${WRITER_LOCK}) as taken`,
    );
    return row?.taken === true;
  }

  /** Waits for a transaction of the writer before, at most until the server ends it as stalled. */
  async function nextEpoch(): Promise<string> {
    const [row] = await connection.query<{ value: string }>(
      `insert into facts as known (name, value) values ('writer_epoch', '1')
       on conflict (name) do update set value = (known.value::bigint + 1)::text returning value`,
    );
    return row?.value ?? '';
  }

  async function elected(): Promise<string> {
    if (standby === undefined) {
      if (!(await tryLock())) throw new DatabaseLocked('another index has this database open');
      return nextEpoch();
    }
    let lastReason: string | undefined;
    for (;;) {
      let why = 'another process writes';
      try {
        if (await tryLock()) return await nextEpoch();
      } catch (error) {
        // A standby survives a restart of the server.
        why = `the database cannot be used (${error instanceof Error ? error.message : String(error)})`;
      }
      if (why !== lastReason) onWait(why);
      lastReason = why;
      await sleep(WRITER.retryMs, undefined, { signal: standby });
    }
  }

  const epoch = await elected().catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  const released = new AbortController();

  function replaced(): void {
    if (released.signal.aborted) return;
    released.abort();
    onReplaced();
  }

  /** After a lost connection the lock is taken again; until another process takes it, this one remains the writer. */
  async function keep(): Promise<void> {
    while (!released.signal.aborted) {
      await sleep(WRITER.heartbeatMs, undefined, { signal: released.signal, ref: false }).catch(
        () => undefined,
      );
      if (released.signal.aborted) return;
      try {
        await tryLock();
        if ((await readFact(connection, 'writer_epoch')) !== epoch) replaced();
      } catch {
        // The server cannot be reached: no process can write meanwhile.
      }
    }
  }
  const keeping = keep();

  return {
    fence: (db) => ({
      ...db,
      transaction: (work) =>
        db.transaction(async (tx) => {
          // The lock on the row makes the next writer wait for this transaction.
          const [row] = await tx.query<{ value: string }>(
            "select value from facts where name = 'writer_epoch' for share",
          );
          if (row?.value !== epoch) {
            replaced();
            throw new WriterReplaced();
          }
          return work(tx);
        }),
    }),
    async release() {
      released.abort();
      await connection.close();
      await keeping;
    },
  };
}
