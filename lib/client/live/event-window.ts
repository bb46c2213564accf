// The rows of the events page under one filter: a contiguous piece of the log, history below, stream above. Pure: no React, HTTP or clock.
// Invariant: rows are ordered, each id once, without a hole from the oldest to the newest; rows from `end` on are counted, not shown.
import { matchesEvent, type EventMatch } from '@/lib/client/event-filter';
import type { EventFrame } from '@/lib/contract/events';
import { indexOfId } from './event-store';

/** An event from the history has `onchain_at` (null: not known), one from the stream `received_at` in milliseconds. */
export interface EventRow extends EventFrame {
  onchain_at?: string | null;
  previous?: unknown;
  received_at?: number;
  /** Belongs to a log that has been reset since: its id now names another event. */
  former?: true;
}

/** Identifies a row on the page and in the URL. */
export function rowKey(row: Pick<EventRow, 'id' | 'former'>): string {
  return row.former === true ? `former-${row.id}` : row.id.toString();
}

/** Position of an event below the newest shown; -1 when it is not among the rows (oldest first) before `end`. */
export function positionOf(rows: readonly EventRow[], end: number, key: string): number {
  if (!/^\d{1,19}$/.test(key)) return -1;
  const id = BigInt(key);
  const index = indexOfId(rows, id);
  return rows[index]?.id === id && index < end ? end - 1 - index : -1;
}

/** The row itself; undefined when it is not among those rows. */
export function findRow(rows: readonly EventRow[], end: number, key: string): EventRow | undefined {
  const position = positionOf(rows, end, key);
  return position < 0 ? undefined : rows[end - 1 - position];
}

export interface WindowRows {
  /** Oldest first; those from `end` on are newer than what is shown. Immutable below `end`. */
  rows: readonly EventRow[];
  end: number;
  /** Newer events that match. */
  newer: number;
  /** Rows of logs that have been reset since, newest first. */
  former: readonly EventRow[];
}

export interface WindowLimits {
  /** Rows kept while the user follows the newest. */
  following: number;
  /** Rows kept while the user reads older ones. */
  reading: number;
}

export const WINDOW_LIMITS: WindowLimits = { following: 5_000, reading: 50_000 };
const MAX_FORMER = 500;
/** Rows kept below what is in view, so that a small movement needs no read. */
const MARGIN = 1_000;

export type EventWindow = ReturnType<typeof createEventWindow>;

export function createEventWindow(match: EventMatch, limits: WindowLimits = WINDOW_LIMITS) {
  let rows: EventRow[] = [];
  let former: EventRow[] = [];
  let end = 0;
  let following = true;
  /** Newer events that were counted and not kept, when the rows don't reach up to the newest; null while they do. */
  let notKept: number | null = null;
  /** Index of the lowest row in view, counted from the newest shown. */
  let seenTo = 0;
  let dropped = 0;
  /** Id down to which history was read. Below the oldest row where the index lists events that don't match. */
  let floor: bigint | undefined;

  /** Inserts into a new array, because the old one may be on screen. */
  function insert(row: EventRow): void {
    const index = indexOfId(rows, row.id);
    if (rows[index]?.id === row.id) return;
    rows = [...rows.slice(0, index), row, ...rows.slice(index)];
    if (index < end) end += 1;
  }

  function trim(): void {
    let excess = 0;
    if (!following) excess = Math.min(rows.length - limits.reading, end - seenTo - MARGIN);
    else if (rows.length > limits.following * 1.1) excess = rows.length - limits.following;
    if (excess <= 0) return;
    rows = rows.slice(excess);
    floor = rows[0]?.id;
    end -= excess;
    dropped += excess;
  }

  return {
    /**
     * The first page of history, newest first, and the live events since. Rows stay where the page reaches down to them, or where
     * the stream delivers what lies between (`closes`); otherwise they are replaced, or stay until the newer ones are requested.
     */
    fill(items: readonly EventRow[], live: readonly EventRow[], closes = false): void {
      const first = items.at(-1)?.id;
      const newest = rows.at(-1)?.id;
      const joins = first !== undefined && newest !== undefined && newest >= first;
      if (!joins && newest !== undefined) {
        if (closes && notKept === null) return;
        if (!following) {
          notKept ??= 0;
          return;
        }
      }
      const below = joins ? rows.slice(0, indexOfId(rows, first)) : [];
      if (!joins || floor === undefined || first < floor) floor = first;
      const byId = new Map<bigint, EventRow>();
      for (const row of joins ? rows.slice(below.length) : []) byId.set(row.id, row);
      for (const row of live) if (matchesEvent(row, match)) byId.set(row.id, row);
      // Records of the history carry the time on chain.
      for (const row of items)
        if (matchesEvent(row, match)) byId.set(row.id, { ...byId.get(row.id), ...row });
      const newestShown = following ? undefined : rows[end - 1]?.id;
      rows = [...below, ...[...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))];
      end = newestShown === undefined ? rows.length : indexOfId(rows, newestShown + 1n);
      notKept = null;
    },
    /** Marks newer events as missing between the rows and what is delivered next. */
    detach(skipped: number): void {
      notKept = (notKept ?? 0) + skipped;
    },
    /** Adds live events, mostly in order. */
    append(events: readonly EventRow[]): void {
      for (const event of events) {
        if (!matchesEvent(event, match)) continue;
        const newest = rows.at(-1);
        if (!following && rows.length >= limits.reading + MARGIN) notKept ??= 0;
        if (notKept !== null) notKept += 1;
        else if (newest === undefined || event.id > newest.id) rows.push(event);
        else insert(event);
      }
      if (following && notKept === null) end = rows.length;
      trim();
    },
    /**
     * Adds a page of history, newest first. False, and nothing added, unless it reaches up to where history was read, or `follows` from a page
     * that does.
     */
    prepend(items: readonly EventRow[], { follows = false } = {}): boolean {
      const oldest = rows[0]?.id;
      const lowerBound = floor ?? oldest;
      const newest = items[0]?.id;
      if (!follows && lowerBound !== undefined && newest !== undefined && newest < lowerBound) return false;
      const page = items.filter((item) => matchesEvent(item, match));
      const older = page.filter((row) => oldest === undefined || row.id < oldest).reverse();
      const lowest = items.at(-1)?.id;
      if (lowest !== undefined && (lowerBound === undefined || lowest < lowerBound)) floor = lowest;
      rows = [...older, ...rows];
      end += older.length;
      return true;
    },
    /** Adds the time on chain to rows received from the stream. */
    addTimes(records: readonly EventRow[]): void {
      // A copy, because the rows may be on screen.
      rows = [...rows];
      for (const record of records) {
        const index = indexOfId(rows, record.id);
        const row = rows[index];
        if (row?.id !== record.id || row.onchain_at !== undefined) continue;
        rows[index] = { ...row, onchain_at: record.onchain_at ?? null };
      }
    },
    /** Keeps the rows as those of the former log. */
    reset(): void {
      const visibleRows = rows.slice(0, end).reverse();
      former = [...visibleRows.map((row) => ({ ...row, former: true as const })), ...former].slice(
        0,
        MAX_FORMER,
      );
      rows = [];
      floor = undefined;
      end = 0;
      notKept = null;
    },
    follow(on: boolean): void {
      if (on === following) return;
      following = on;
      if (!on) return;
      end = rows.length;
    },
    /** Shows newer rows; when `detached`, those of the next `fill`. */
    showNewer(): void {
      if (notKept !== null) {
        rows = [];
        floor = undefined;
      }
      notKept = null;
      end = rows.length;
    },
    /** Rows down to this index, counted from the newest shown, are in view: they are not dropped. */
    seen: (index: number) => void (seenTo = index),
    /** Newer events were counted but not kept: the first page must be read again before they can be shown. */
    get detached(): boolean {
      return notKept !== null;
    },
    get full(): boolean {
      return rows.length >= limits.reading;
    },
    get oldest(): bigint | null {
      return rows[0]?.id ?? null;
    },
    /** Id of the oldest event that was read, whether it matches or not. */
    get oldestRead(): bigint | null {
      return floor ?? rows[0]?.id ?? null;
    },
    /** How many matching events are at or above the oldest row, kept or only counted. */
    get depth(): number {
      return rows.length + (notKept ?? 0);
    },
    /** Rows dropped at the lower end so far. */
    get dropped(): number {
      return dropped;
    },
    rows: (): WindowRows => ({ rows, end, newer: rows.length - end + (notKept ?? 0), former }),
  };
}
