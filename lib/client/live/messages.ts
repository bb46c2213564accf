// What the live connection delivers. Invariant: every event here matches the contract's frame, with exact ids and amounts.
import { jsonOrUndefined } from '@/lib/json/exact';
import { eventFrame, isEventId, type EventFrame } from '@/lib/contract/events';
import { checkedRecord } from '@/lib/contract/record';
import type { CloseReason } from '@/lib/contract/relay-events';

export interface LiveEvent extends EventFrame {
  /** When this browser received it, in milliseconds. Frames carry no time. */
  received_at: number;
}

export type LiveMessage =
  | { is: 'event'; event: LiveEvent }
  /** Everything after `after` will be delivered; null when the index did not give its newest id. */
  | {
      is: 'begin';
      after: bigint | null;
      /** Set when the stream resumes from an earlier visit: when that visit ended, in milliseconds. */
      last_visit_at?: number;
      /** What the page has read may be older than `after`: the events between are not delivered. */
      stale_page?: true;
    }
  /** The log started again: earlier events belong to another log. */
  | { is: 'reset'; tip: bigint | null }
  /** The index was unreachable for `ms`. No event is missing, but reads may have failed. */
  | { is: 'outage'; ms: number }
  /** Events after this id could not be delivered: one, or all up to `to`. */
  | { is: 'gap'; after: bigint | null; to: bigint | null }
  /** Anything may have changed: there is neither a stream nor a history. */
  | { is: 'refresh' }
  /** Too many events since `from` to replay: the stream continues after `after`; the rest is in the history. */
  | { is: 'skip'; from: bigint; after: bigint };

/** A longer gap is not filled from the history. */
const MAX_GAP = 1_000n;

/** The message of events after `after` up to `to` that were not delivered. */
export const missedBetween = (after: bigint, to: bigint): LiveMessage =>
  to - after <= MAX_GAP ? { is: 'gap', after, to } : { is: 'skip', from: after, after: to };

/**
 * connecting: first attempt, or retrying (`attempts` > 0); stale: connected to the console, but the index is unreachable;
 * polling: the history is read every `POLL_MS`, see `reason`; offline: the browser reports no network;
 * closed: retrying would change nothing, see `reason`.
 */
export type LiveStatus = 'connecting' | 'live' | 'polling' | 'stale' | 'offline' | 'closed';

/**
 * Why the history is polled. network: something between browser and console holds the stream back; index: the index's stream cannot be used;
 * console: the console refuses another stream; tabs: other tabs use the streams that a browser may have.
 */
export type PollReason = 'network' | 'index' | 'console' | 'tabs';

export const POLL_MS = 30_000;

export interface LiveState {
  status: LiveStatus;
  reason: CloseReason | PollReason | null;
  /** Identifies the log between resets, if the index provides it. */
  log_id: string | null;
  /** The newest event id the relay has announced. */
  tip: bigint | null;
  /** Everything up to this id has been delivered, as of the last heartbeat. */
  cursor: bigint | null;
  /** When the relay last sent anything other than an event, or the history was polled, in milliseconds. */
  heartbeat_at: number | null;
  /** Failed attempts in a row. */
  attempts: number;
  reconnects: number;
}

/** A source of messages: this tab's connection, or the one that the browser's tabs share. */
export interface LiveConnection {
  /** `from`: resume after this id instead of the stored cursor. */
  start(from?: { id: bigint; log_id: string | null }): void;
  stop(): void;
  /** Skips the current back-off, for example when the network returns. */
  reconnectNow(): void;
  /** Closes without connecting, for a key that may not read events. */
  refuse: (reason: CloseReason) => void;
  /** Whether this tab holds the browser's stream. Work that must happen once per browser runs there. */
  holdsStream: () => boolean;
  /** The same object until something in it changes. */
  state: () => LiveState;
  subscribe: (listener: () => void) => () => void;
  onMessage: (listener: (message: LiveMessage) => void) => () => void;
}

export const INITIAL_STATE: LiveState = {
  status: 'connecting',
  reason: null,
  log_id: null,
  tip: null,
  cursor: null,
  heartbeat_at: null,
  attempts: 0,
  reconnects: 0,
};

/** The last event id that this browser has handled, kept across reloads. */
export interface StoredCursor {
  /** An id only means something within one log; null when the index does not identify its log. */
  log_id: string | null;
  id: string;
  /** When it was stored, in milliseconds. */
  at: number;
}

export function parseCursor(stored: unknown): StoredCursor | null {
  const { log_id, id, at } = (stored ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || !isEventId(id) || typeof at !== 'number') return null;
  return { log_id: typeof log_id === 'string' ? log_id : null, id, at };
}

/** The event in a message's data; undefined when it is not a valid event record. */
export function parseLiveEvent(data: string, received_at: number): LiveEvent | undefined {
  const result = checkedRecord(eventFrame, jsonOrUndefined(data));
  return result.success ? { ...result.data, received_at } : undefined;
}
