// Copies the source's history to the log: newest first into a staging table, then oldest first into the log.
// Invariant: the log is at all times a prefix of the source's, whenever the process is killed.
import type { Database } from '@/lib/index-service/store/database';
import { deleteFact, readFact, writeFact } from '@/lib/index-service/store/facts';
import type { EventLog } from '@/lib/index-service/log/event-log';
import { type EventLine, eventLine, transactionNumbering } from '@/lib/index-service/log/recorded-line';
import { SOURCE } from '@/lib/index-service/limits';
import type { DiskRoom } from '@/lib/index-service/store/disk-room';
import type { EventRecord } from '@/lib/contract/events';
import { parseJson, stringifyJson } from '@/lib/json/exact';
import { createPageGuard, SourceRefused, type Source } from './source';

const PASS = 'follow_pass';

/** How far a pass has read; `token` is null once all of it is staged. */
interface Pass {
  token: string | null;
}

/** The source's log starts again, or is another one: its events contradict those already copied. */
export class SourceReset extends Error {
  override readonly name = 'SourceReset';
}

export interface HistoryCopyOptions {
  db: Database;
  log: EventLog;
  source: Source;
  /** Room for staged events. */
  room: Pick<DiskRoom, 'write'>;
  replacedBytes?: number | undefined;
  /** Events read in this pass, of how many; null where the source does not count them. */
  onProgress: (read: number, total: number | null) => void;
  /** An event that the log cannot store; it is skipped. */
  onUnreadable: (id: bigint, reason: string) => void;
  /** Events that were copied, after the commit. */
  onCopied: (lines: readonly EventLine[]) => Promise<void>;
}

export async function prepareStaging(db: Database): Promise<void> {
  await db.query(
    `create table if not exists followed_events (id bigint primary key, tx_digest text not null, line text not null)`,
  );
  await db.query(
    `create table if not exists replaced_log_entries (log_id text not null, like log_entries, primary key (log_id, id))`,
  );
}

const idOf = (event: EventRecord) => BigInt(event.id);

export function createHistoryCopy(options: HistoryCopyOptions) {
  const { db, log, source, room, onProgress, onUnreadable, onCopied } = options;
  const { replacedBytes = SOURCE.replacedBytes } = options;

  async function passNow(): Promise<Pass | undefined> {
    const text = await readFact(db, PASS);
    return text === undefined ? undefined : (JSON.parse(text) as Pass);
  }

  /** Throws SourceReset when an event of the page has the id of another one that was copied or staged. */
  async function compare(events: readonly EventRecord[]): Promise<void> {
    const storedRows = await db.query<{ id: bigint; tx_digest: string }>(
      `select id, tx_digest from log_entries where id = any($1::bigint[]) and tx_digest is not null
       union all select id, tx_digest from followed_events where id = any($1::bigint[])`,
      [events.map(idOf)],
    );
    const digests = new Map(events.map((event) => [idOf(event), event.tx_digest]));
    const other = storedRows.find((row) => digests.get(row.id) !== row.tx_digest);
    if (other !== undefined)
      throw new SourceReset(`event ${other.id} belongs to another transaction than before`);
  }

  /** Chain times that the source learned after its events were copied. */
  async function fillTimes(events: readonly EventRecord[]): Promise<void> {
    const timed = events.filter((event) => idOf(event) <= log.tip() && typeof event.onchain_at === 'string');
    if (timed.length === 0) return;
    await db.query(
      `update log_entries e set onchain_at = timed.onchain_at
       from unnest($1::bigint[], $2::timestamptz[]) as timed (id, onchain_at)
       where e.id = timed.id and e.onchain_at is null`,
      [timed.map(idOf), timed.map((event) => event.onchain_at ?? '')],
    );
  }

  let rowsOfPass = 0;

  /** Stages a page. Returns whether the pass continues, and from where. Throws SourceRefused for a source whose pages have no end. */
  async function stagePage(
    token: string | undefined,
    guard: ReturnType<typeof createPageGuard>,
  ): Promise<string | undefined> {
    const page = await source.askPage('events.list', {}, token);
    if (page === undefined) throw new Error('this index provides no event history, so it cannot be followed');
    const { items, metadata } = page;
    if (items.some((event, at) => at > 0 && idOf(event) >= idOf(items[at - 1] ?? event)))
      throw new SourceRefused(200, '/events is not listed newest first');
    await compare(items);
    await fillTimes(items);
    const tip = log.tip();
    const newest = items[0];
    if (token === undefined && newest !== undefined && idOf(newest) < tip)
      throw new SourceReset(`its newest event is ${newest.id}, and ${tip} was copied`);
    if (token === undefined && newest === undefined && tip > 0n && metadata.next_token === null)
      throw new SourceReset(`it has no events, and ${tip} was copied`);
    const isComplete = items.some((event) => idOf(event) <= tip) || metadata.next_token === null;
    const next = isComplete ? null : String(metadata.next_token);
    const staged = await room.write(() =>
      db.transaction(async (tx) => {
        const fresh = items.filter((event) => idOf(event) > tip);
        const added = await tx.query(
          `insert into followed_events (id, tx_digest, line)
         select * from unnest($1::bigint[], $2::text[], $3::text[]) on conflict (id) do nothing returning id`,
          [
            fresh.map(idOf),
            fresh.map((event) => event.tx_digest),
            fresh.map((event) => stringifyJson(event)),
          ],
        );
        const pass: Pass = { token: next };
        await writeFact(tx, PASS, JSON.stringify(pass));
        return added.length;
      }),
    );
    guard.check(staged, next === null ? null : metadata.next_token);
    rowsOfPass += items.length;
    if (next !== null) onProgress(rowsOfPass, metadata.total_items);
    return next ?? undefined;
  }

  /** The event as a recorded line; undefined when the log cannot hold it. */
  function lineOf(id: bigint, text: string): EventLine | undefined {
    const { kind, tx_digest, sender_address, onchain_at, payload } = parseJson(text) as EventRecord;
    const line = eventLine.safeParse({ kind, tx_digest, sender_address, onchain_at, payload });
    if (line.success) return line.data;
    onUnreadable(id, line.error.issues[0]?.path.map(String).join('.') ?? 'unreadable');
    return undefined;
  }

  /** Numbers each transaction's events after those the log has of it. */
  async function numbering(lines: readonly EventLine[]) {
    const transactionNumbers = transactionNumbering();
    const stored = await db.query<{ tx_digest: string; last: number }>(
      `select tx_digest, max(event_index) as last from log_entries where tx_digest = any($1::text[]) group by tx_digest`,
      [[...new Set(lines.map((line) => line.tx_digest))]],
    );
    for (const { tx_digest, last } of stored) transactionNumbers.place(tx_digest, last);
    return transactionNumbers;
  }

  /** Moves what is staged to the log, oldest first, as much at once as memory has room for, and at least one event. */
  async function moveStaged(): Promise<void> {
    for (;;) {
      const rows = await db.query<{ id: bigint; line: string }>(
        `select id, line from (
           select id, line, sum(octet_length(line)) over (order by id) as upto
           from (select * from followed_events order by id limit $1::int) oldest) sized
         where upto <= $2::bigint or upto = octet_length(line) order by id`,
        [SOURCE.batch.events, SOURCE.batch.bytes],
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      const read = rows.map(({ id, line }) => ({ id, line: lineOf(id, line) }));
      const missing = read.flatMap(({ id, line }) =>
        line === undefined || id <= log.tip() ? [] : [{ id, line }],
      );
      const lines = missing.map((row) => row.line);
      await log.append(lines, {
        ids: missing.map((row) => row.id),
        numbering: await numbering(lines),
        also: async (tx) => {
          await tx.query('delete from followed_events where id <= $1', [last.id]);
        },
      });
      await onCopied(lines);
    }
  }

  /** Adds the newest events of the log to those of logs before it, and drops the oldest of all beyond the limit. */
  async function keepReplaced(): Promise<void> {
    const size = 'octet_length(payload) + 200';
    await db.query(
      `insert into replaced_log_entries
       select $1::text, e.* from log_entries e
       where e.id > coalesce(
         (select max(id) from (select id, sum(${size}) over (order by id desc) as upto from log_entries) sized where upto > $2::bigint), 0)
       on conflict (log_id, id) do nothing`,
      [log.logId(), BigInt(replacedBytes)],
    );
    await db.query(
      `delete from replaced_log_entries r
       using (select log_id, id, sum(size) over (order by copied_at desc, log_id, id desc) as upto
         from (select log_id, id, ${size} as size, max(indexed_at) over (partition by log_id) as copied_at from replaced_log_entries) rows) sized
       where sized.log_id = r.log_id and sized.id = r.id and sized.upto > $1::bigint`,
      [BigInt(replacedBytes)],
    );
  }

  return {
    /** Copies everything newer than the log's tip. Throws SourceReset when the source no longer has what was copied. */
    async copyNew(): Promise<void> {
      const before = await passNow();
      // A pass that was cut off continues first: newer events only repeat rows, so no row lies between the pages.
      const resumed = before !== undefined;
      let token = before?.token ?? undefined;
      rowsOfPass = 0;
      const guard = createPageGuard('/events');
      if (!resumed || token !== undefined) while ((token = await stagePage(token, guard)) !== undefined);
      await moveStaged();
      await deleteFact(db, PASS);
      if (resumed) await this.copyNew();
    },
    /** Keeps what was copied of a source that started again under its old log id, and empties the log. */
    async startAgain(): Promise<void> {
      await keepReplaced();
      await db.transaction(async (tx) => {
        await tx.query('truncate followed_events');
        await deleteFact(tx, PASS);
      });
      await log.reset();
    },
  };
}
