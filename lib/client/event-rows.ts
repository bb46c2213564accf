// The rows of the events page, from history and from the live feed. Invariant: each id once, newest first; a row keeps its identity while it is known from
// the same source; history wins over the stream, because only history carries the time on chain.
import type { EventFrame } from '@/lib/contract/events';

/** An event of the history has `onchain_at` (null: the log does not know it), one of the stream `received_at` (ms). */
export interface EventRow extends EventFrame {
  onchain_at?: string | null;
  received_at?: number;
}

/** The filters that a live event can be judged by. Kinds are full names. */
export interface EventMatch {
  kinds: ReadonlySet<string> | null;
  sender: string | undefined;
  tx_digest: string | undefined;
}

export function matchesEvent(event: EventFrame, match: EventMatch): boolean {
  if (match.kinds !== null && !match.kinds.has(event.kind)) return false;
  if (match.sender !== undefined && event.sender_address !== match.sender) return false;
  return match.tx_digest === undefined || event.tx_digest === match.tx_digest;
}

/** History in any order and the matching part of the feed as one list. */
export function mergeEvents(
  history: readonly EventRow[],
  live: readonly EventRow[],
  match: EventMatch,
): EventRow[] {
  const byId = new Map<bigint, EventRow>();
  for (const event of live) if (matchesEvent(event, match)) byId.set(event.id, event);
  for (const event of history) byId.set(event.id, event);
  return [...byId.values()].sort((one, other) => (one.id < other.id ? 1 : one.id > other.id ? -1 : 0));
}

/** How many of the rows (newest first) lie above `top`. */
export function countAbove(rows: readonly EventRow[], top: bigint): number {
  const first = rows.findIndex((row) => row.id <= top);
  return first === -1 ? rows.length : first;
}

/**
 * Whether history has to be read again to close up with the feed, which holds everything after `after`:
 * what was read covers the log up to `covered` (unknown: up to its newest row).
 */
export function hasHole(
  after: bigint | null,
  history: { covered: bigint | null; newest: bigint | null },
): boolean {
  if (after === null) return false;
  const covered = history.covered ?? history.newest;
  return covered === null || after > covered;
}
