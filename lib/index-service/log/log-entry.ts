// An entry of the log: as recorded, as stored, decoded for projections, and as text for stream and history. Pure.
// Invariant: `indexed_at` is the time of the append, never of a replay.
import { createHash } from 'node:crypto';
import {
  decodePayload,
  isEventKind,
  type EventKind,
  type PayloadOf,
} from '@/lib/contract/event-kinds/catalogue';
import { parseJson, stringifyJson } from '@/lib/json/exact';
import { ExactNumber, isJsonObject } from '@/lib/json/exact-number';
import type { RecordedLine } from './recorded-line';

interface Position {
  id: bigint;
  indexed_at: string;
  /** Checkpoint time; null while the log does not know it, and filled in later without any other change. */
  onchain_at: string | null;
}

/** A decoded event of these kinds; `switch (event.kind)` narrows the payload. */
export type EventOf<Kind extends EventKind = EventKind> = {
  [Name in Kind]: Position & {
    kind: Name;
    tx_digest: string;
    sender_address: string;
    payload: PayloadOf<Name>;
  };
}[Kind];

const snapshotKinds = ['snapshot:tool', 'snapshot:skill'] as const;
export type SnapshotKind = (typeof snapshotKinds)[number];

/** What was read from a chain object at that point of the log. `fields` is not checked beyond being an object. */
export type SnapshotOf<Kind extends SnapshotKind = SnapshotKind> = {
  [Name in Kind]: Position & { kind: Name; subject: string; fields: Record<string, unknown> };
}[Kind];

export type EntryKind = EventKind | SnapshotKind;
/** What a projection receives: decodable events and snapshots, in log order. */
export type LogEntry<Kind extends EntryKind = EntryKind> =
  | EventOf<Kind & EventKind>
  | SnapshotOf<Kind & SnapshotKind>;

/** A decodable event as stream and history serve it: the payload is its JSON text. */
export interface LogEvent extends Position {
  kind: string;
  tx_digest: string;
  sender_address: string;
  payload: string;
}

/** A stored row of log_entries. */
export interface StoredEntry extends Position {
  kind: string;
  subject: string | null;
  tx_digest: string | null;
  event_index: number | null;
  sender_address: string | null;
  content_digest: string | null;
  /** The kind is in the catalogue. */
  listed: boolean;
  /** The payload fits its kind (spec 6.2). */
  decodable: boolean;
  payload: string;
}

/** The row as stream and history serve it. Only for listed rows: they have a transaction and a sender. */
export function servedEvent(row: StoredEntry): LogEvent {
  const { id, kind, tx_digest, sender_address, onchain_at, indexed_at, payload } = row;
  return {
    id,
    kind,
    tx_digest: tx_digest ?? '',
    sender_address: sender_address ?? '',
    onchain_at,
    indexed_at,
    payload,
  };
}

/** A row without its position in the log, and the decoded entry's content where there is one. */
export interface ReadLine {
  row: Omit<StoredEntry, 'id' | 'indexed_at'>;
  decoded: Record<string, unknown> | undefined;
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

/** JSON text with sorted keys and numbers in one spelling: two spellings of one content compare equal. */
export function canonicalJson(value: unknown): string {
  return stringifyJson(canonical(value));
}

/** `-11e-1` of `-1.10`: the digits that count, and the power of ten they are multiplied by. */
function normalNumber(text: string): string {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)\.?(\d*)(?:[eE](.+))?$/.exec(text) ?? [];
  const digits = `${whole}${part}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${BigInt(power) - BigInt(part.length - digits.length + significant.length)}`;
}

/** A longer number is compared as it is written: a large power would be expensive. */
const MOST_NORMALISED = 1_000;

function canonicalNumber(number: ExactNumber): unknown {
  if (number.text.length > MOST_NORMALISED) return number;
  const normal = normalNumber(number.text);
  const nearest = Number(number);
  // Logs of earlier releases hold the nearest double.
  return normalNumber(String(nearest)) === normal ? nearest : new ExactNumber(normal);
}

function canonical(value: unknown): unknown {
  if (value instanceof ExactNumber) return canonicalNumber(value);
  if (Array.isArray(value)) return value.map(canonical);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  );
}

/** `eventIndex` is the event's place in its transaction (recorded-line.ts); not used for snapshots. */
export function readLine(line: RecordedLine, eventIndex: number): ReadLine {
  const onchain_at = line.onchain_at ?? null;
  if ('snapshot' in line) {
    const content = digest([onchain_at ?? '', canonicalJson(line.fields)]);
    return {
      row: {
        kind: `snapshot:${line.snapshot}`,
        subject: line.id,
        tx_digest: null,
        event_index: null,
        sender_address: null,
        content_digest: content,
        onchain_at,
        listed: false,
        decodable: true,
        payload: stringifyJson(line.fields),
      },
      decoded: line.fields,
    };
  }
  const decoded = decodePayload(line.kind, line.payload);
  return {
    row: {
      kind: line.kind,
      subject: null,
      tx_digest: line.tx_digest,
      event_index: eventIndex,
      sender_address: line.sender_address,
      content_digest: null,
      onchain_at,
      listed: isEventKind(line.kind),
      decodable: decoded !== undefined,
      payload: stringifyJson(line.payload),
    },
    decoded,
  };
}

/** The entry that projections receive, or undefined when the row is none of its business (unknown kind, undecodable payload). */
export function decodedEntry(row: StoredEntry, decoded = decodeRow(row)): LogEntry | undefined {
  if (!row.decodable || decoded === undefined) return undefined;
  const { id, indexed_at, onchain_at, kind, tx_digest, sender_address } = row;
  if (tx_digest === null)
    return {
      id,
      indexed_at,
      onchain_at,
      kind: kind as SnapshotKind,
      subject: row.subject ?? '',
      fields: decoded,
    };
  return { id, indexed_at, onchain_at, kind, tx_digest, sender_address, payload: decoded } as LogEntry;
}

function decodeRow(row: StoredEntry): Record<string, unknown> | undefined {
  const payload = parseJson(row.payload);
  return row.tx_digest === null ? (payload as Record<string, unknown>) : decodePayload(row.kind, payload);
}

/** True when a line says the same as the stored row, whatever the order of its keys. Chain time is compared by the caller. */
export function sameContent(stored: StoredEntry, line: ReadLine['row']): boolean {
  return (
    stored.kind === line.kind &&
    stored.sender_address === line.sender_address &&
    (stored.payload === line.payload ||
      canonicalJson(parseJson(stored.payload)) === canonicalJson(parseJson(line.payload)))
  );
}
