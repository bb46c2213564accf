// A transaction of the simulated chain: its time, sender, digest and events.
// Invariant: its lines stay together; `event_index` is the position of an event within its transaction.
import type { EventKind } from '@/lib/contract/event-kinds/catalogue';
import type { RecordedLine } from '@/lib/index-service/log/recorded-line';

/** One event before it has an envelope. */
export interface Happening {
  kind: EventKind;
  payload: Record<string, unknown>;
}

export interface Snapshot {
  snapshot: 'tool' | 'skill';
  id: string;
  fields: Record<string, unknown>;
}

export interface Transaction {
  /** Checkpoint time in milliseconds. */
  at: number;
  sender: string;
  digest: string;
  contents: readonly (Happening | Snapshot)[];
}

/** An event by the short name of its kind. */
export function event<Name extends string>(
  name: `${Name}Event` extends EventKind ? Name : never,
  payload: Record<string, unknown>,
): Happening {
  return { kind: `${name as string}Event` as EventKind, payload };
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}

/** The lines of a transaction, in order. */
export function linesOf(transaction: Transaction): RecordedLine[] {
  const onchain_at = iso(transaction.at);
  let event_index = 0;
  return transaction.contents.map((content) =>
    'snapshot' in content
      ? { ...content, onchain_at }
      : {
          kind: content.kind,
          tx_digest: transaction.digest,
          sender_address: transaction.sender,
          onchain_at,
          payload: content.payload,
          event_index: event_index++,
        },
  );
}
