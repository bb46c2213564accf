// Keeps projections in step with the log: applies batches inside the append's transaction, and rebuilds tables whose definition changed.
// Invariant: rows depend on the entries alone, not on batches or repeats; a rebuild fills new tables and swaps them in one transaction.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogFollower } from '@/lib/index-service/log/event-log';
import {
  decodedEntry,
  type EntryKind,
  type LogEntry,
  type StoredEntry,
} from '@/lib/index-service/log/log-entry';
import type { Database } from '@/lib/index-service/store/database';
import { storableText } from '@/lib/index-service/store/foreign-text';
import { readFact, writeFact } from '@/lib/index-service/store/facts';
import { allSummaries } from './all-projections';
import type { Projection } from './projection';
import { loadRows, tableStatements, writeRows, type StoredRow } from './projection-table';
import { COUNTS_TABLE, countsStatements, rowCounts, type RowCounts } from './row-counts';
import type { Summary } from './summary';

/** Keys of the rows an entry changes: an object's own, or the event's id. */
export function keysFor(projection: Projection, entry: LogEntry): readonly string[] {
  if (projection.form === 'record') return [entry.id.toString()];
  const keys = (projection.keysOf as (entry: LogEntry) => readonly string[])(entry);
  return [...new Set(keys.map(storableText))];
}

const emptyRows = new WeakMap<Projection, StoredRow>();

/** A row that no entry has set: nulls and the projection's initial values. */
function emptyRow(projection: Projection): Readonly<StoredRow> {
  const cached = emptyRows.get(projection);
  if (cached !== undefined) return cached;
  const nulls = Object.fromEntries(Object.keys(projection.columns).map((name) => [name, null]));
  const row = Object.freeze({ ...nulls, ...('initial' in projection ? projection.initial : {}) });
  emptyRows.set(projection, row);
  return row;
}

/** Whether an entry of this kind may change rows of the projection. */
export function follows(projection: Projection, kind: EntryKind): boolean {
  return Object.hasOwn(projection.on, kind);
}

/** The row after the entry; the same row back when the entry changes nothing. */
export function fold(
  projection: Projection,
  row: StoredRow | undefined,
  entry: LogEntry,
  key: string,
): StoredRow | undefined {
  if (projection.form === 'record') {
    if (row !== undefined) return row;
    const record = projection.on[entry.kind]?.(entry as never);
    if (record === undefined) return undefined;
    const tx_digest = 'tx_digest' in entry ? entry.tx_digest : null;
    return { ...emptyRow(projection), ...record, id: entry.id, tx_digest, created_at: entry.indexed_at };
  }
  // A mirror's snapshots have ids below zero: they are of now, whatever was applied before, and hide no later event.
  const isOfNow = entry.id < 0n;
  if (row !== undefined && !isOfNow && entry.id <= (row['last_entry_id'] as bigint)) return row;
  const before = row ?? emptyRow(projection);
  const change = projection.on[entry.kind]?.(entry as never, before as never, row === undefined);
  if (change === undefined) return row;
  return {
    ...before,
    ...projection.always?.(entry as never),
    ...change,
    key,
    first_entry_id: row?.['first_entry_id'] ?? entry.id,
    created_at: row?.['created_at'] ?? entry.indexed_at,
    last_entry_id: isOfNow && row !== undefined ? row['last_entry_id'] : entry.id,
    updated_at: entry.indexed_at,
  };
}

/** Applies entries, in the order of their ids, to the tables of `schema`. */
async function project(
  tx: Database,
  schema: string,
  projections: readonly Projection[],
  entries: readonly LogEntry[],
): Promise<void> {
  const counts = rowCounts();
  const inOrder = entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  for (const projection of projections) {
    const followedKinds = new Set(kinds.filter((kind) => follows(projection, kind)));
    if (followedKinds.size === 0) continue;
    const followed = inOrder.filter(({ kind }) => followedKinds.has(kind));
    await projectOne(tx, schema, projection, followed, counts);
  }
  await counts.write(tx, schema);
}

/** Passes each summary the entries that concern it. */
async function summarize(
  summaries: readonly Summary[],
  entries: readonly LogEntry[],
  step: (summary: Summary, followed: readonly LogEntry[]) => Promise<void>,
): Promise<void> {
  if (entries.length === 0) return;
  for (const summary of summaries) {
    const followed = entries.filter(({ kind }) => summary.kinds.includes(kind));
    if (followed.length > 0) await step(summary, followed);
  }
}

async function projectOne(
  tx: Database,
  schema: string,
  projection: Projection,
  entries: readonly LogEntry[],
  counts: RowCounts,
): Promise<void> {
  const steps = entries.map((entry) => ({ entry, keys: keysFor(projection, entry) }));
  const keys = [...new Set(steps.flatMap((step) => step.keys))];
  const stored =
    projection.form === 'object' && keys.length > 0
      ? await loadRows(tx, schema, projection, keys)
      : new Map<string, StoredRow>();
  const rows = new Map(stored);
  const changed = new Map<string, StoredRow>();
  for (const { entry, keys: touched } of steps) {
    for (const key of touched) {
      const before = rows.get(key);
      const after = fold(projection, before, entry, key);
      if (after === undefined || after === before) continue;
      rows.set(key, after);
      changed.set(key, after);
    }
  }
  for (const [key, after] of changed) counts.changed(projection, stored.get(key), after);
  await writeRows(tx, schema, projection, [...changed.values()]);
}

/** Raise it when a projection changes its meaning without changing a column: stores made by an older one are rebuilt at the next start. */
const LOGIC_VERSION = 9;
const FRESH = 'rebuilt';

export interface Projector extends LogFollower {
  /** Of the tables' definition: the store keeps the version that its tables were made by. */
  version: string;
  /** Makes the tables, or rebuilds them when they were made by another definition. Returns whether it replayed the log. */
  prepare(): Promise<boolean>;
  /** Replays the log into new tables and swaps them, while reads continue. Returns the number of entries read. */
  rebuild(options?: RebuildOptions): Promise<number>;
}

export interface RebuildOptions {
  progress?: (entries: number) => void;
  /** Runs the last step with no append in between (EventLog.exclusive). Not needed while nothing is appended. */
  exclusive?: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** How long the swap waits for running reads. New reads wait behind it, and PostgreSQL looks for deadlocks after a second. */
const SWAP_WAIT_MS = 500;

/** SQLSTATE query_canceled: the statement took longer than it may. */
const isTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '57014';

/** `batch`: entries that a rebuild replays in one transaction. */
export function createProjector(db: Database, projections: readonly Projection[], batch = 1000): Projector {
  const summaries = allSummaries.filter(({ of }) =>
    of.every((projection) => projections.includes(projection)),
  );
  const statements = [
    ...projections.flatMap((projection) => tableStatements(projection, FRESH)),
    ...countsStatements(FRESH),
    ...summaries.flatMap((summary) => summary.statements(FRESH)),
  ];
  const countDefinitions = projections.map(({ counts }) => JSON.stringify(counts ?? null));
  const version = createHash('sha256')
    .update([LOGIC_VERSION, ...statements, ...countDefinitions].join('\n'))
    .digest('hex');
  const tables = [
    ...projections.map(({ table }) => table),
    COUNTS_TABLE,
    ...summaries.flatMap((summary) => summary.tables),
  ];

  async function applyTo(schema: string, tx: Database, entries: readonly LogEntry[]): Promise<void> {
    await project(tx, schema, projections, entries);
    await summarize(summaries, entries, (summary, followed) => summary.added(tx, schema, followed));
  }

  async function timeIn(schema: string, tx: Database, entries: readonly LogEntry[]): Promise<void> {
    await summarize(summaries, entries, (summary, followed) => summary.timed(tx, schema, followed));
  }

  /** Takes the old tables away from readers, or gives up soon: a read that holds one table may want the next. */
  async function lockOld(tx: Database): Promise<void> {
    const old = await tx.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename = any($1::text[])",
      [tables],
    );
    if (old.length === 0) return;
    await tx.query(`set local statement_timeout = ${SWAP_WAIT_MS}`);
    await tx.query(
      `lock table ${old.map(({ name }) => `public.${name}`).join(', ')} in access exclusive mode`,
    );
    await tx.query('set local statement_timeout = 0');
  }

  async function swapOnce(tx: Database): Promise<void> {
    await lockOld(tx);
    for (const table of tables) {
      await tx.query(`drop table if exists public.${table}`);
      await tx.query(`alter table ${FRESH}.${table} set schema public`);
    }
    await tx.query(`drop schema ${FRESH} cascade`);
    await writeFact(tx, 'projections_version', version);
  }

  async function swap(): Promise<void> {
    for (;;) {
      try {
        await db.transaction(swapOnce);
        return;
      } catch (error) {
        if (!isTimeout(error)) throw error;
        await sleep(SWAP_WAIT_MS);
      }
    }
  }

  let rebuilding: Promise<number> | undefined;
  /** Entries that got their chain time during a rebuild, maybe after it had read them. */
  let timedMeanwhile: LogEntry[] = [];

  async function rebuildNow({ progress, exclusive = (work) => work() }: RebuildOptions): Promise<number> {
    let after = 0n;
    let read = 0;
    async function apply(rows: readonly StoredEntry[]): Promise<void> {
      const entries = rows.map((row) => decodedEntry(row)).filter((entry) => entry !== undefined);
      await db.transaction((tx) => applyTo(FRESH, tx, entries));
      read += rows.length;
      progress?.(read);
    }
    async function replay(): Promise<void> {
      for (;;) {
        const rows = await db.query<StoredEntry>(
          `select * from log_entries where id > $1::bigint order by id limit $2::int`,
          [after, batch],
        );
        const last = rows.at(-1);
        if (last === undefined) return;
        await apply(rows);
        after = last.id;
      }
    }

    await db.transaction(async (tx) => {
      await tx.query(`drop schema if exists ${FRESH} cascade`);
      await tx.query(`create schema ${FRESH}`);
      for (const statement of statements) await tx.query(statement);
    });
    await replay();
    await exclusive(async () => {
      await replay();
      const ofNow = await db.query<StoredEntry>('select * from log_entries where id < 0');
      if (ofNow.length > 0) await apply(ofNow);
      await db.transaction((tx) => timeIn(FRESH, tx, timedMeanwhile));
      await swap();
    });
    return read;
  }

  function rebuild(options: RebuildOptions = {}): Promise<number> {
    rebuilding ??= rebuildNow(options).finally(() => {
      rebuilding = undefined;
      timedMeanwhile = [];
    });
    return rebuilding;
  }

  return {
    version,
    async apply(tx, entries, timed) {
      await applyTo('public', tx, entries);
      await timeIn('public', tx, timed);
      if (rebuilding !== undefined) timedMeanwhile.push(...timed);
    },
    async empty(tx) {
      // A rebuild that is under way fails rather than bringing the old rows back.
      await tx.query(`drop schema if exists ${FRESH} cascade`);
      await tx.query(`truncate ${tables.map((table) => `public.${table}`).join(', ')}`);
    },
    async prepare() {
      if ((await readFact(db, 'projections_version')) === version) return false;
      return (await rebuild()) > 0;
    },
    rebuild,
  };
}
