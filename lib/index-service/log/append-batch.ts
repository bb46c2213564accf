// One batch into the log, inside a transaction: new lines, repeats, and repeats that add the chain time (spec 10.3).
// Invariant: a line with the same identity and different content is refused, and the lines before it are kept.
import type { Database } from '@/lib/index-service/store/database';
import { type ReadLine, sameContent, type StoredEntry } from './log-entry';

export interface Planned {
  /** New rows in line order, with the decoded content of each. */
  fresh: { row: StoredEntry; decoded: Record<string, unknown> | undefined }[];
  /** Entries whose chain time a repeat adds, with that time; new rows of the batch may be among them. */
  fills: StoredEntry[];
  /** The entry of every line accepted, in line order. */
  ids: bigint[];
  /** The first line that contradicts what is stored, and why; the lines after it were not checked. */
  refused: { index: number; reason: string } | undefined;
}

function identity(
  row: Pick<StoredEntry, 'kind' | 'subject' | 'tx_digest' | 'event_index' | 'content_digest'>,
) {
  return row.tx_digest === null
    ? `${row.kind}/${row.subject ?? ''}/${row.content_digest ?? ''}`
    : `${row.tx_digest}/${row.event_index ?? 0}`;
}

async function storedAlready(db: Database, lines: readonly ReadLine[]): Promise<Map<string, StoredEntry>> {
  const digests = new Set(lines.flatMap(({ row }) => row.tx_digest ?? []));
  const snapshots = lines.filter((line) => line.row.tx_digest === null).map((line) => line.row);
  const found: StoredEntry[] = [];
  // One search per transaction: a batch has several events of each. A transaction can have more of them than the batch.
  if (digests.size > 0)
    found.push(
      ...(await db.query<StoredEntry>(
        'select * from log_entries where tx_digest = any($1::text[]) and event_index = any($2::int[])',
        [[...digests], [...new Set(lines.map(({ row }) => row.event_index ?? 0))]],
      )),
    );
  if (snapshots.length > 0)
    found.push(
      ...(await db.query<StoredEntry>(
        'select * from log_entries where tx_digest is null and content_digest = any($1::text[])',
        [snapshots.map((row) => row.content_digest ?? '')],
      )),
    );
  return new Map(found.map((row) => [identity(row), row]));
}

interface Positions {
  /** The time of append of a line, by its index in `lines`. */
  indexedAt: (index: number) => string;
  /** The log id of a new line; `last` is the id before it. */
  idOf: (index: number, last: bigint) => bigint;
}

/** Decides what each line is. Reads only. */
export async function planBatch(
  db: Database,
  lines: readonly ReadLine[],
  tip: bigint,
  { indexedAt, idOf }: Positions,
): Promise<Planned> {
  const stored = await storedAlready(db, lines);
  const plan: Planned = { fresh: [], fills: [], ids: [], refused: undefined };
  let last = tip;
  for (const [index, line] of lines.entries()) {
    const key = identity(line.row);
    const before = stored.get(key);
    if (before === undefined) {
      last = idOf(index, last);
      const row = { ...line.row, id: last, indexed_at: indexedAt(index) };
      stored.set(key, row);
      plan.fresh.push({ row, decoded: line.decoded });
      plan.ids.push(last);
      continue;
    }
    const reason = contradiction(before, line.row);
    if (reason !== undefined) return { ...plan, refused: { index, reason } };
    if (before.onchain_at === null && line.row.onchain_at !== null) {
      before.onchain_at = line.row.onchain_at;
      plan.fills.push(before);
    }
    plan.ids.push(before.id);
  }
  return plan;
}

function contradiction(before: StoredEntry, line: ReadLine['row']): string | undefined {
  const which = `event ${line.event_index ?? 0} of transaction ${line.tx_digest ?? ''} is stored already as entry ${before.id}`;
  if (!sameContent(before, line)) return `${which}, with different content`;
  if (before.onchain_at !== null && line.onchain_at !== null && before.onchain_at !== line.onchain_at)
    return `${which}, with another onchain_at`;
  return undefined;
}

const COLUMNS =
  'id bigint, kind text, subject text, tx_digest text, event_index integer, sender_address text, content_digest text, onchain_at timestamptz, indexed_at timestamptz, listed boolean, decodable boolean, payload text';
const NAMES = COLUMNS.split(', ')
  .map((column) => column.split(' ')[0])
  .join(', ');

function jsonRows(rows: readonly { id: bigint }[]): string {
  return JSON.stringify(rows.map((row) => ({ ...row, id: row.id.toString() })));
}

async function count(tx: Database, table: string, column: string, values: readonly string[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  if (counts.size === 0) return;
  await tx.query(
    `insert into ${table} as kept (${column}, entries) select * from unnest($1::text[], $2::bigint[])
     on conflict (${column}) do update set entries = kept.entries + excluded.entries`,
    [[...counts.keys()], [...counts.values()]],
  );
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Counts listed entries by day, hour and minute of their chain time, with the sum and maximum of their lag until they were indexed. */
async function countTimes(tx: Database, rows: readonly StoredEntry[]): Promise<void> {
  const counts = new Map<string, { entries: number; lag: number; maxLag: number }>();
  for (const { listed, onchain_at, indexed_at, kind } of rows) {
    if (!listed || onchain_at === null) continue;
    const at = Date.parse(onchain_at);
    const entryLag = Math.max(0, Date.parse(indexed_at) - at);
    for (const [unit, ms] of UNITS) {
      const counter = `${unit} ${Math.floor(at / ms) * ms} ${kind}`;
      const total = counts.get(counter) ?? { entries: 0, lag: 0, maxLag: 0 };
      total.entries += 1;
      total.lag += entryLag;
      total.maxLag = Math.max(total.maxLag, entryLag);
      counts.set(counter, total);
    }
  }
  if (counts.size === 0) return;
  const totals = [...counts.values()];
  const counters = [...counts.keys()].map((counter) => counter.split(' '));
  const part = (at: number) => counters.map((parts) => parts[at] ?? '');
  await tx.query(
    `insert into log_time_counts as kept (unit, start, kind, entries, lag_ms, lag_max_ms)
     select unit, to_timestamp(ms::float8 / 1000), kind, entries, lag_ms, lag_max_ms
     from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::float8[], $6::bigint[])
       as counted (unit, ms, kind, entries, lag_ms, lag_max_ms)
     on conflict (unit, start, kind) do update set entries = kept.entries + excluded.entries,
       lag_ms = kept.lag_ms + excluded.lag_ms, lag_max_ms = greatest(kept.lag_max_ms, excluded.lag_max_ms)`,
    [
      part(0),
      part(1),
      part(2),
      totals.map(({ entries }) => entries),
      totals.map(({ lag }) => lag),
      totals.map(({ maxLag }) => maxLag),
    ],
  );
}

/** The entries of earlier batches whose chain time this one adds. */
export function filledBefore({ fresh, fills }: Planned): StoredEntry[] {
  const added = new Set(fresh.map(({ row }) => row));
  return fills.filter((row) => !added.has(row));
}

/** Writes what was planned: new rows, filled times, counters. */
export async function writeBatch(tx: Database, plan: Planned): Promise<void> {
  const rows = plan.fresh.map(({ row }) => row);
  if (rows.length > 0) {
    await tx.query(
      `insert into log_entries (${NAMES}) select ${NAMES} from json_to_recordset($1::text::json) as fresh (${COLUMNS})`,
      [jsonRows(rows)],
    );
    const listed = rows.filter((row) => row.listed);
    await count(
      tx,
      'log_counts',
      'kind',
      listed.map((row) => row.kind),
    );
    await count(
      tx,
      'log_sender_counts',
      'sender_address',
      listed.flatMap((row) => row.sender_address ?? []),
    );
  }
  const filled = filledBefore(plan);
  if (filled.length > 0)
    await tx.query(
      `update log_entries e set onchain_at = timed.onchain_at
       from json_to_recordset($1::text::json) as timed (id bigint, onchain_at timestamptz)
       where e.id = timed.id and e.onchain_at is null`,
      [jsonRows(filled.map(({ id, onchain_at }) => ({ id, onchain_at })))],
    );
  await countTimes(tx, [...rows, ...filled]);
}
