// One row of the events page, from history or from the live feed, and whether it passes the page's filters.
import type { EventFrame } from '@/lib/contract/events';
import { canonicalKinds } from '@/lib/contract/kinds-param';
import type { EventQuery } from './queries/event-history';

/** An event of the history has `onchain_at` (null: the log does not know it), one of the stream `received_at` (ms). */
export interface EventRow extends EventFrame {
  onchain_at?: string | null;
  received_at?: number;
  /** Of a log that has been reset since: its id names another event now. */
  former?: true;
}

/** The filters that a live event can be judged by. Kinds are full names. */
export interface EventMatch {
  kinds: ReadonlySet<string> | null;
  sender: string | undefined;
  tx_digest: string | undefined;
}

/** A row's name on the screen and in the address. */
export function rowKey(row: Pick<EventRow, 'id' | 'former'>): string {
  return row.former === true ? `former-${row.id}` : row.id.toString();
}

/** Place of an event, counted from the newest shown; -1 when it is not among the rows (oldest first) below `end`. */
export function placeOf(rows: readonly EventRow[], end: number, key: string): number {
  if (!/^\d{1,19}$/.test(key)) return -1;
  const id = BigInt(key);
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.id ?? 0n) < id) low = middle + 1;
    else high = middle;
  }
  return rows[low]?.id === id && low < end ? end - 1 - low : -1;
}

/** The event itself; undefined when it is not among those rows. */
export function rowOf(rows: readonly EventRow[], end: number, key: string): EventRow | undefined {
  const place = placeOf(rows, end, key);
  return place < 0 ? undefined : rows[end - 1 - place];
}

export function matchOf(query: EventQuery): EventMatch {
  const kinds = query.kinds === undefined ? null : new Set<string>(canonicalKinds(query.kinds).kinds);
  return { kinds, sender: query.sender, tx_digest: query.tx_digest };
}

export function matchesEvent(event: EventFrame, match: EventMatch): boolean {
  if (match.kinds !== null && !match.kinds.has(event.kind)) return false;
  if (match.sender !== undefined && event.sender_address !== match.sender) return false;
  return match.tx_digest === undefined || event.tx_digest === match.tx_digest;
}
