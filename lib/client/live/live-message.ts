// What the live connection brings, in the browser's words. Invariant: an event here fits the contract's frame; its ids and amounts are exact.
import { parseJson } from '@/lib/json/exact';
import { eventFrame, type EventFrame } from '@/lib/contract/events';
import type { CloseReason } from '@/lib/contract/relay-events';

export interface LiveEvent extends EventFrame {
  /** When this browser got it, in milliseconds: frames carry no time of their own. */
  received_at: number;
}

export type LiveMessage =
  | { is: 'events'; events: readonly LiveEvent[] }
  /** Everything after `after` will come from here on; null where the index did not say where its log ends. */
  | {
      is: 'begin';
      after: bigint | null;
      /** This browser was here before, until then (milliseconds): the stream is taken up where it left. */
      left_at?: number;
      /** Events may lie between what this page has read and here: they will not come any more. */
      late?: true;
    }
  /** The log started again: what was shown before is no part of it. */
  | { is: 'reset'; tip: bigint | null }
  /** The index was away for so long, and is back: nothing is missing, but a read may have failed meanwhile. */
  | { is: 'away'; ms: number }
  /** Something is missing after this id: listings have to be read again. */
  | { is: 'gap'; after: bigint | null }
  /** So much came since `from` that it is not replayed: the stream goes on after `after`, and what lies between is in the history. */
  | { is: 'skip'; from: bigint; after: bigint };

/**
 * connecting: on the way, for the first time or again (`attempts` > 0); live; stale: connected to the console, but the index is away;
 * offline: the browser says that it has no network; closed: asking again would change nothing, `reason` tells why.
 */
export type LiveStatus = 'connecting' | 'live' | 'stale' | 'offline' | 'closed';

export interface LiveState {
  status: LiveStatus;
  reason: CloseReason | null;
  /** Which life of the log this is, where the index says so. */
  log_id: string | null;
  /** The newest event id known. */
  tip: bigint | null;
  /** The last event id that was passed on: below the tip while the stream catches up. */
  cursor: bigint | null;
  /** When the last event arrived, in milliseconds; null before the first. */
  last_event_at: number | null;
  /** When anything was heard, be it only that the connection is alive. */
  heard_at: number | null;
  /** Failed attempts in a row. */
  attempts: number;
  /** How often the stream has been taken up again. */
  resumed: number;
}

/** A source of messages: a connection of this tab's own, or one that the tabs of a browser share. */
export interface LiveConnection {
  /** `from`: take the stream up after this id of this log, instead of where the browser remembers. */
  start(from?: { id: bigint; log_id: string | null }): void;
  stop(): void;
  /** Tries now instead of after the wait: the network is back. */
  hurry(): void;
  /** Says that there will be no stream, without asking for one. */
  refuse(reason: CloseReason): void;
  /** Whether this browser's stream is this tab's: what has to happen once in a browser happens there. */
  holdsStream: () => boolean;
  /** The same object until something in it changes. */
  state: () => LiveState;
  /** Called when the state has changed. */
  subscribe: (listener: () => void) => () => void;
  onMessage(listener: (message: LiveMessage) => void): () => void;
}

/** Before anything is known. */
export const UNKNOWN_STATE: LiveState = {
  status: 'connecting',
  reason: null,
  log_id: null,
  tip: null,
  cursor: null,
  last_event_at: null,
  heard_at: null,
  attempts: 0,
  resumed: 0,
};

/** The data of a message; undefined when it is no event record. */
export function parseLiveEvent(data: string, received_at: number): LiveEvent | undefined {
  let value: unknown;
  try {
    value = parseJson(data);
  } catch {
    return undefined;
  }
  const result = eventFrame.safeParse(value);
  return result.success ? { ...result.data, received_at } : undefined;
}
