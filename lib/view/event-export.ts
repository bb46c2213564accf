// Events as the rows of a file (export-file.ts). Pure. Invariant: ids and amounts are exact; what the log does not know or has not told yet is null.
import { familyOf } from '@/lib/contract/event-kinds/catalogue';
import type { EventFrame } from '@/lib/contract/events';
import { eventSentence } from './event-sentences/event-sentence';
import { plainText } from './event-sentences/plain-text';

export interface ExportedEvent extends EventFrame {
  /** Undefined: not told yet; null: the log does not know it. */
  onchain_at?: string | null;
  received_at?: number;
  /** Of a log that has been reset since. */
  former?: true;
}

/** What the fields mean that do not say it themselves. */
export const eventFieldNotes = {
  log: '"current", or "previous": of a log that has been reset since, its id names another event now',
  onchain_at: 'checkpoint time; unknown: the log does not know it or has not told it yet',
  received_at: 'when this browser received it, by its own clock; unknown: it was read from the history',
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
    what_happened: plainText(eventSentence(event.kind, event.payload)),
    payload: event.payload,
  };
}

/** The fields of a row, in their order: a file without rows has them too. */
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
