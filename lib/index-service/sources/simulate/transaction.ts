// A transaction of the simulated chain: its time, sender, digest and events.
// Invariant: its lines stay together; `event_index` is the position of an event within its transaction.
import type { EventKind } from '@/lib/contract/event-kinds/catalogue';
import type { RecordedLine } from '@/lib/index-service/log/recorded-line';
import type { World } from './world';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** One event before it has an envelope. */
export interface ChainEvent {
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
  contents: readonly (ChainEvent | Snapshot)[];
}

/** An event by the short name of its kind. */
export function event<Name extends string>(
  name: `${Name}Event` extends EventKind ? Name : never,
  payload: Record<string, unknown>,
): ChainEvent {
  return { kind: `${name as string}Event` as EventKind, payload };
}

/** A transaction whose digest derives from `name`. */
export function transaction(
  world: World,
  at: number,
  sender: string,
  name: string,
  contents: Transaction['contents'],
): Transaction {
  return { at, sender, digest: world.digest(name), contents };
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}

/** The lines of a transaction, in order. */
export function linesOf({ at, sender, digest, contents }: Transaction): RecordedLine[] {
  const onchain_at = iso(at);
  let event_index = 0;
  return contents.map((content) =>
    'snapshot' in content
      ? { ...content, onchain_at }
      : {
          kind: content.kind,
          tx_digest: digest,
          sender_address: sender,
          onchain_at,
          payload: content.payload,
          event_index: event_index++,
        },
  );
}
