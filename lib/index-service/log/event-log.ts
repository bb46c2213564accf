// The event log: append, read after an id, subscribe. Ids start at 1 and are never reused until a reset.
// Invariant: rows, counters and projections change in one transaction, and subscribers are notified after it.
import { randomUUID } from 'node:crypto';
import { STREAM } from '@/lib/index-service/limits';
import type { Database } from '@/lib/index-service/store/database';
import type { DiskRoom } from '@/lib/index-service/store/disk-room';
import { readFact, writeFact } from '@/lib/index-service/store/facts';
import { filledBefore, planBatch, writeBatch } from './append-batch';
import {
  decodedEntry,
  type LogEntry,
  type LogEvent,
  readLine,
  type ReadLine,
  servedEvent,
  type StoredEntry,
} from './log-entry';
import {
  type RecordedLine,
  type SnapshotLine,
  transactionNumbering,
  type TransactionNumbering,
} from './recorded-line';

/** Keeps projections in step with the log, inside its transactions. */
export interface LogFollower {
  /** `timed`: entries of earlier batches that have their chain time now; nothing else of them has changed. */
  apply(tx: Database, entries: readonly LogEntry[], timed: readonly LogEntry[]): Promise<void>;
  empty(tx: Database): Promise<void>;
}

export interface EventLogOptions {
  db: Database;
  /** Clock for indexed_at. */
  now: () => Date;
  follower: LogFollower;
  /** Without it there is always room. */
  room?: Pick<DiskRoom, 'write'>;
}

export interface AppendOptions {
  /** The time of append of a line, instead of the clock (the simulation: chain time plus a lag). RFC 3339. */
  indexedAt?: (line: RecordedLine) => string;
  /** Numbers events without event_index. Share a numbering across the appends of a recording; by default each append has its own. */
  numbering?: TransactionNumbering;
  /** The log id of each line, increasing and above the tip, where a mirror keeps its source's ids. By default the tip counts on. */
  ids?: readonly bigint[];
  /** Runs in the same transaction, after the rows are written. */
  also?: (tx: Database) => Promise<void>;
}

export interface Appended {
  /** The log id of each line, whether new or a repeat. */
  ids: bigint[];
  added: number;
  /** Repeats that added the chain time. */
  filled: number;
  /** Repeats that changed nothing. */
  skipped: number;
}

/** A line contradicts what is stored. The lines before it are stored. */
export class LineRefused extends Error {
  override readonly name = 'LineRefused';
  constructor(
    /** Position of the line in the batch. */
    readonly index: number,
    readonly reason: string,
    readonly appended: Appended,
  ) {
    super(`line ${index + 1}: ${reason}`);
  }
}

export type EventLog = Awaited<ReturnType<typeof createEventLog>>;

/** What serving needs of the log, in the process that writes it (here) and in others (log-tail.ts). */
export type ServedLog = Pick<EventLog, 'tip' | 'logId' | 'readAfter' | 'storedTip' | 'subscribe'>;

/** Reads lines up to one that is nested too deeply for the stack: it is refused, the lines before it are kept. */
function readAll(lines: readonly RecordedLine[], numbering: TransactionNumbering) {
  const read: ReadLine[] = [];
  for (const [index, line] of lines.entries()) {
    const place = 'snapshot' in line ? 0 : numbering.place(line.tx_digest, line.event_index);
    try {
      read.push(readLine(line, place));
    } catch (error) {
      const reason = `cannot be read (${error instanceof Error ? error.message : 'unreadable'})`;
      return { read, unreadable: { index, reason } };
    }
  }
  return { read, unreadable: undefined };
}

/** Statistics are updated whenever the log has doubled, from this many entries on. */
const WORTH_ANALYSING = 20_000;

/** The NOTIFY channel for commits. The payload is empty. */
export const LOG_CHANNEL = 'index_log';

/** The first entries of a query that is ordered by id, up to the one with which their payloads reach `STREAM.readBytes`. */
export const firstEntries = (query: string) =>
  `select * from (select e.*, sum(octet_length(payload)) over (order by id) - octet_length(payload) as bytes_before
     from (${query}) e) e where bytes_before < ${STREAM.readBytes}`;

/** Whether a read of so many entries may have ended before the end of the log. */
export function mayHaveMore(entries: readonly { payload: string }[], limit: number): boolean {
  const bytes = entries.reduce((sum, { payload }) => sum + Buffer.byteLength(payload), 0);
  return entries.length === limit || bytes >= STREAM.readBytes;
}

/**
 * Decodable events with ids above `after`, oldest first, at most `limit`; of `kinds` only, where there are any.
 * None if the log has been replaced.
 */
export async function readEvents(
  db: Database,
  logId: string,
  after: bigint,
  limit: number,
  kinds?: readonly string[],
): Promise<LogEvent[]> {
  const ofKinds = kinds === undefined ? '' : 'and kind = any($4::text[])';
  const rows = await db.query<StoredEntry>(
    `${firstEntries(`select * from log_entries where id > $1::bigint and listed and decodable ${ofKinds}
       and exists (select 1 from facts where name = 'log_id' and value = $3)
     order by id limit $2::int`)} order by id`,
    [after, limit, logId, ...(kinds === undefined ? [] : [[...kinds]])],
  );
  return rows.map(servedEvent);
}

/** The newest id in the store, possibly ahead of what this process has read; 0 if the log is empty or was replaced. */
export async function readStoredTip(db: Database, logId: string): Promise<bigint> {
  const [last] = await db.query<{ tip: bigint }>(
    `select coalesce(max(id), 0) as tip from log_entries
     where exists (select 1 from facts where name = 'log_id' and value = $1)`,
    [logId],
  );
  return last?.tip ?? 0n;
}

type AppendListener = (events: readonly LogEvent[]) => void;

/** Subscribers to new events and resets. */
export function createListeners() {
  const listeners = new Set<{ onAppend: AppendListener; onReset: () => void }>();
  return {
    /**
     * `onAppend` gets the new decodable events after each commit, in order; `onReset` says that the log starts again under a new id.
     * Neither may throw. Returns what unsubscribes them.
     */
    add: (onAppend: AppendListener, onReset: () => void = () => undefined): (() => void) => {
      const listener = { onAppend, onReset };
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    appended(events: readonly LogEvent[]): void {
      if (events.length > 0) for (const { onAppend } of [...listeners]) onAppend(events);
    },
    reset(): void {
      for (const { onReset } of [...listeners]) onReset();
    },
  };
}

const notifyReaders = (tx: Database) => tx.query(`select pg_notify('${LOG_CHANNEL}', '')`);

/** Opens the log of a migrated store. */
export async function createEventLog(options: EventLogOptions) {
  const { db, now, follower, room = { write: (work) => work() } } = options;
  const [last] = await db.query<{ tip: bigint }>('select coalesce(max(id), 0) as tip from log_entries');
  const storedId = await readFact(db, 'log_id');
  let tip = last?.tip ?? 0n;
  let analysed = tip;
  let logId = storedId ?? randomUUID();
  if (storedId === undefined) await writeFact(db, 'log_id', logId);

  const listeners = createListeners();
  let queue: Promise<unknown> = Promise.resolve();
  /** Runs work with no append in between (rebuild). */
  function exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  }

  /** An append failed, and may be in the store nevertheless: its commit was not confirmed. */
  let unsure = false;

  function announce(rows: readonly StoredEntry[]): void {
    tip = rows.at(-1)?.id ?? tip;
    listeners.appended(rows.filter((row) => row.listed && row.decodable).map(servedEvent));
  }

  async function announceUncertain(): Promise<void> {
    if (!unsure) return;
    announce(
      await db.query<StoredEntry>('select * from log_entries where id > $1::bigint order by id', [tip]),
    );
    unsure = false;
  }

  async function appendNow(lines: readonly RecordedLine[], options: AppendOptions): Promise<Appended> {
    await announceUncertain();
    const numbering = options.numbering ?? transactionNumbering();
    const { read, unreadable } = readAll(lines, numbering);
    const clock = now().toISOString();
    const indexedAt = (index: number) => {
      const line = lines[index];
      return line !== undefined && options.indexedAt !== undefined ? options.indexedAt(line) : clock;
    };
    const idOf = (index: number, last: bigint) => options.ids?.[index] ?? last + 1n;
    unsure = true;
    const plan = await db.transaction(async (tx) => {
      const planned = await planBatch(tx, read, tip, { indexedAt, idOf });
      await writeBatch(tx, planned);
      const entries = planned.fresh.map(({ row, decoded }) => decodedEntry(row, decoded));
      const timed = filledBefore(planned).map((row) => decodedEntry(row));
      await follower.apply(
        tx,
        entries.filter((entry) => entry !== undefined),
        timed.filter((entry) => entry !== undefined),
      );
      await options.also?.(tx);
      if (planned.fresh.length > 0) await notifyReaders(tx);
      return planned;
    });
    unsure = false;
    announce(plan.fresh.map(({ row }) => row));
    if (tip >= WORTH_ANALYSING && tip >= analysed * 2n) {
      // The embedded engine never updates the planner's statistics by itself.
      analysed = tip;
      // A failure here loses nothing.
      await db.query('analyze').catch(() => undefined);
    }
    const added = plan.fresh.length;
    const filled = plan.fills.length;
    const appended = { ids: plan.ids, added, filled, skipped: plan.ids.length - added - filled };
    const refused = plan.refused ?? unreadable;
    if (refused !== undefined) throw new LineRefused(refused.index, refused.reason, appended);
    return appended;
  }

  /**
   * Stores what a mirror read of chain objects: the newest snapshot of each, under ids below zero, because the ids above belong to its
   * source's events. Unchanged snapshots are skipped. Returns the number stored.
   */
  async function refreshNow(lines: readonly SnapshotLine[]): Promise<number> {
    const indexedAt = now().toISOString();
    return db.transaction(async (tx) => {
      const [lowest] = await tx.query<{ id: bigint }>('select least(min(id), 0) as id from log_entries');
      let id = lowest?.id ?? 0n;
      const fresh: StoredEntry[] = [];
      for (const line of lines) {
        const { row } = readLine(line, 0);
        const before = await tx.query<StoredEntry>(
          'select * from log_entries where tx_digest is null and kind = $1 and subject = $2',
          [row.kind, row.subject],
        );
        if (before.some((stored) => stored.content_digest === row.content_digest)) continue;
        await tx.query('delete from log_entries where id < 0 and kind = $1 and subject = $2', [
          row.kind,
          row.subject,
        ]);
        fresh.push({ ...row, id: (id -= 1n), indexed_at: indexedAt });
      }
      await writeBatch(tx, {
        fresh: fresh.map((row) => ({ row, decoded: undefined })),
        fills: [],
        ids: [],
        refused: undefined,
      });
      const entries = fresh.map((row) => decodedEntry(row)).filter((entry) => entry !== undefined);
      await follower.apply(tx, entries, []);
      return fresh.length;
    });
  }

  return {
    refresh: (lines: readonly SnapshotLine[]) => exclusive(() => room.write(() => refreshNow(lines))),
    append: (lines: readonly RecordedLine[], options: AppendOptions = {}) =>
      exclusive(() => room.write(() => appendNow(lines, options))),
    readAfter: (after: bigint, limit: number, kinds?: readonly string[]) =>
      readEvents(db, logId, after, limit, kinds),
    /** The newest id announced to subscribers; 0 for an empty log. */
    tip: () => tip,
    storedTip: () => readStoredTip(db, logId),
    /** Changes with every reset: event ids are only valid under one log id. */
    logId: () => logId,
    subscribe: listeners.add,
    /** Empties log and projections; ids start from 1 under a new log id. Keys and usage stay. */
    reset: () =>
      exclusive(async () => {
        const next = randomUUID();
        await db.transaction(async (tx) => {
          await tx.query('truncate log_entries, log_counts, log_sender_counts, log_time_counts');
          await follower.empty(tx);
          await writeFact(tx, 'log_id', next);
          await notifyReaders(tx);
        });
        tip = 0n;
        logId = next;
        listeners.reset();
      }),
    exclusive,
  };
}
