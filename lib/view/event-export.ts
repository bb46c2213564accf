// Events as export rows (export-file.ts). Invariant: ids and amounts are exact; what is unknown is null.
import { familyOf } from '@/lib/contract/event-kinds/catalogue';
import type { EventFrame } from '@/lib/contract/events';
import { eventSentence } from './event-sentences';
import { plainText } from './sentence-parts';

export interface ExportedEvent extends EventFrame {
  /** Undefined: not loaded yet; null: unknown to the log. */
  onchain_at?: string | null;
  received_at?: number;
  /** From a log that has been reset since. */
  former?: true;
}

/** Notes on fields, written into the file. */
export const eventFieldNotes = {
  log: '"previous": the log has been reset since, and this ID now belongs to another event',
  onchain_at: 'checkpoint time; unknown if the log has none or it is not loaded yet',
  received_at: 'when this browser received it, by its clock; unknown if loaded from history',
  payload: 'decoded JSON, integers exact',
} as const;

/** One event as a row. */
export function exportedEvent(event: ExportedEvent) {
  return {
    id: event.id,
    log: event.former === true ? 'previous' : 'current',
    kind: event.kind,
    family: familyOf(event.kind) ?? null,
    onchain_at: event.onchain_at ?? null,
    received_at: event.received_at === undefined ? null : new Date(event.received_at).toISOString(),
    tx_digest: event.tx_digest,
    sender_address: event.sender_address,
    what_happened: plainText(eventSentence(event.kind, event.payload, event.previous)),
    payload: event.payload,
  };
}

/** Field order; written even when there are no rows. */
export const eventFields = [
  'id',
  'log',
  'kind',
  'family',
  'onchain_at',
  'received_at',
  'tx_digest',
  'sender_address',
  'what_happened',
  'payload',
] as const satisfies readonly (keyof ReturnType<typeof exportedEvent>)[];
