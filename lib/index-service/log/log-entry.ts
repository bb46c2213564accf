// An entry of the log: decoded for projections, as raw text for stream and history.
// Invariant: `indexed_at` is the time of the append, never of a replay.
import type { EventKind, PayloadOf } from '@/lib/contract/event-kinds/catalogue';

interface Position {
  id: bigint;
  indexed_at: string;
  /** Checkpoint time; null while the log does not know it, and filled in later without any other change. */
  onchain_at: string | null;
}

/** A decoded event of the given kinds; `switch (event.kind)` narrows the payload. */
export type EventOf<Kind extends EventKind = EventKind> = {
  [One in Kind]: Position & {
    kind: One;
    tx_digest: string;
    sender_address: string;
    payload: PayloadOf<One>;
  };
}[Kind];

export const snapshotKinds = ['snapshot:tool', 'snapshot:skill'] as const;
export type SnapshotKind = (typeof snapshotKinds)[number];

/** What was read from a chain object at that point of the log. `fields` is not checked beyond being an object. */
export type SnapshotOf<Kind extends SnapshotKind = SnapshotKind> = {
  [One in Kind]: Position & { kind: One; subject: string; fields: Record<string, unknown> };
}[Kind];

export type EntryKind = EventKind | SnapshotKind;
/** What a projection is given: decodable events and snapshots, in log order. */
export type LogEntry<Kind extends EntryKind = EntryKind> =
  EventOf<Kind & EventKind> | SnapshotOf<Kind & SnapshotKind>;

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
  listed: boolean;
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
