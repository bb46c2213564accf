// The log as a process sees that does not write it: the newest events, read when a notification comes and every second anyway.
// Invariant: the writer commits in the order of ids, so nothing is ever added below an id that was read.
import type { Clock } from '@/lib/time/clock';
import { LOG } from '@/lib/index-service/limits';
import type { Database } from '@/lib/index-service/store/database';
import {
  createListeners,
  firstEntries,
  mayHaveMore,
  readEvents,
  readStoredTip,
  type ServedLog,
} from './event-log';
import { servedEvent, type StoredEntry } from './log-entry';

export interface LogTail extends ServedLog {
  /** The version of the tables that the writer keeps (projections/projector.ts). */
  tablesVersion(): string | undefined;
  /** Milliseconds since the store was last read. */
  age(): number;
  /** Reads what is new: a notification came. */
  poke(): void;
  close(): Promise<void>;
}

export interface LogTailOptions {
  db: Database;
  clock: Clock;
  onError: (error: unknown) => void;
  /** Entries of one read. */
  chunk?: number;
}

interface State {
  log_id: string;
  tables: string | null;
}

/** Opens the log of a store; undefined as long as no writer has begun one. */
export async function openLogTail(options: LogTailOptions): Promise<LogTail | undefined> {
  const { db, clock, onError, chunk = 1000 } = options;
  const [first] = await db.query<State & { tip: bigint }>(
    `select id.value as log_id, version.value as tables, (select coalesce(max(e.id), 0) from log_entries e) as tip
     from facts id left join facts version on version.name = 'projections_version' where id.name = 'log_id'`,
  );
  if (first === undefined) return undefined;
  let { log_id: logId, tables, tip } = first;
  let readAt = clock.monotonic();
  const listeners = createListeners();

  /** One statement, so entries and the id of their log belong together. Returns whether more may follow. */
  async function readOnce(): Promise<boolean> {
    const rows = await db.query<State & (StoredEntry | { id: null })>(
      `select id.value as log_id, version.value as tables, e.*
       from facts id left join facts version on version.name = 'projections_version'
       left join lateral (${firstEntries('select * from log_entries where id > $1::bigint order by id limit $2::int')}) e on true
       where id.name = 'log_id' order by e.id`,
      [tip, chunk],
    );
    readAt = clock.monotonic();
    const state = rows[0];
    if (state === undefined) return false;
    tables = state.tables;
    if (state.log_id !== logId) {
      logId = state.log_id;
      tip = 0n;
      listeners.reset();
      return true;
    }
    const entries = rows.filter((row): row is State & StoredEntry => row.id !== null);
    tip = entries.at(-1)?.id ?? tip;
    listeners.appended(entries.filter((entry) => entry.listed && entry.decodable).map(servedEvent));
    return mayHaveMore(entries, chunk);
  }

  let reading: Promise<void> | undefined;
  let again = false;
  let closed = false;
  let cancel = (): void => undefined;

  async function readAll(): Promise<void> {
    do again = false;
    while (!closed && ((await readOnce()) || again));
  }

  function poke(): void {
    again = true;
    if (closed) return;
    reading ??= readAll()
      .catch(onError)
      .finally(() => {
        reading = undefined;
        cancel();
        cancel = clock.after(LOG.pollMs, poke);
      });
  }
  cancel = clock.after(LOG.pollMs, poke);

  return {
    tip: () => tip,
    logId: () => logId,
    readAfter: (after, limit, kinds) => readEvents(db, logId, after, limit, kinds),
    storedTip: () => readStoredTip(db, logId),
    subscribe: listeners.add,
    tablesVersion: () => tables ?? undefined,
    age: () => clock.monotonic() - readAt,
    poke,
    async close() {
      closed = true;
      cancel();
      await reading;
      cancel();
    },
  };
}
