// The rows of the events page under one set of filters: a piece of the log without a hole, history below, the stream above. Pure: no React, no HTTP, no clock.
// Invariant: rows are in order, each id once, contiguous from the oldest to the newest held; rows newer than `top` are counted and not shown.
// Bounded: while the reader follows the newest, `mostFollowed` rows are held; while he reads, `most`. What leaves at the lower end is read from history
// again when it is scrolled to; when nothing can leave there, newer events are counted only, and `detached` says that the top must be read anew.
import { matchesEvent, type EventMatch, type EventRow } from './event-rows';

/** What is drawn: immutable as long as `rows` is only read below `end`. */
export interface WindowRows {
  /** Oldest first; those from `end` on are newer than what is shown. */
  rows: readonly EventRow[];
  end: number;
  /** Newer events that match. */
  newer: number;
  /** Rows of logs that have been reset since, newest first. */
  former: readonly EventRow[];
}

export interface EventWindow {
  /**
   * The first page of the history, newest first, and the live events since. Rows that are held are kept where the page reaches down to them, and where
   * the stream brings what lies between (`closes`). Elsewhere they make room, or stand until the newer ones are asked for.
   */
  fill(items: readonly EventRow[], live: readonly EventRow[], closes?: boolean): void;
  /** Newer events were left out between what is held and what will come. */
  part(left_out: number): void;
  /** Live events, mostly in order. */
  append(events: readonly EventRow[]): void;
  /** A page of history, newest first, that must reach up to the oldest row held. False: it does not, nothing was taken. */
  prepend(items: readonly EventRow[]): boolean;
  /** The history's records of rows that are held. */
  tell(records: readonly EventRow[]): void;
  /** The log is another one: rows are kept as those of the former. */
  reset(): void;
  follow(on: boolean): void;
  /** Shows what is newer; when `detached`, what the next `fill` brings. */
  showNewer(): void;
  /** The reader sees rows down to this index, counted from the top of what is shown. */
  seen(index: number): void;
  /** Newer events were counted and not kept: the first page has to be read anew before they can be shown. */
  readonly detached: boolean;
  /** As many rows as are ever held: older ones have to be asked for by their time. */
  readonly full: boolean;
  readonly oldest: bigint | null;
  /** Rows taken off the lower end since the window began. */
  readonly dropped: number;
  /** Live events that matched since the window began, kept or only counted. */
  readonly arrived: number;
  rows(): WindowRows;
}

export interface WindowLimits {
  mostFollowed: number;
  most: number;
}
export const WINDOW_LIMITS: WindowLimits = { mostFollowed: 5_000, most: 50_000 };
const MOST_FORMER = 500;
/** Rows below what is seen that are kept, so that a small movement needs no reading. */
const MARGIN = 1_000;

export function createEventWindow(match: EventMatch, limits: WindowLimits = WINDOW_LIMITS): EventWindow {
  let rows: EventRow[] = [];
  let former: EventRow[] = [];
  let end = 0;
  let following = true;
  let apart = false;
  let unkept = 0;
  let seenTo = 0;
  let dropped = 0;
  let arrived = 0;
  let held: WindowRows | undefined;

  function placeOf(id: bigint): number {
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((rows[middle]?.id ?? 0n) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Puts a row that is not the newest in its place. A new array: what is being drawn must not change. */
  function insert(row: EventRow): boolean {
    const place = placeOf(row.id);
    if (rows[place]?.id === row.id) return false;
    rows = [...rows.slice(0, place), row, ...rows.slice(place)];
    if (place < end) end += 1;
    return true;
  }

  function drop(count: number): void {
    if (count <= 0) return;
    rows = rows.slice(count);
    end -= count;
    dropped += count;
  }

  function trim(): void {
    if (following) {
      if (rows.length > limits.mostFollowed * 1.1) drop(rows.length - limits.mostFollowed);
    } else if (rows.length > limits.most)
      drop(Math.min(rows.length - limits.most, Math.max(0, end - seenTo - MARGIN)));
  }

  function changed(): void {
    held = undefined;
  }

  return {
    fill(items, live, closes = false) {
      const ascending = items.filter((item) => matchesEvent(item, match)).reverse();
      const first = ascending[0]?.id;
      const newest = rows.at(-1)?.id;
      // What is held ends at its newest row, whatever was left out after it: a page that reaches down to that row closes up.
      const joins = first !== undefined && newest !== undefined && newest >= first;
      if (!joins && newest !== undefined) {
        if (closes && !apart) return;
        if (!following) {
          apart = true;
          return changed();
        }
      }
      const below = joins ? rows.slice(0, placeOf(first)) : [];
      const byId = new Map<bigint, EventRow>();
      for (const row of joins ? rows.slice(below.length) : []) byId.set(row.id, row);
      for (const row of live) if (matchesEvent(row, match)) byId.set(row.id, row);
      for (const row of ascending) byId.set(row.id, { ...byId.get(row.id), ...row });
      const top = following ? undefined : rows[end - 1]?.id;
      rows = [...below, ...[...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1))];
      end = top === undefined ? rows.length : placeOf(top + 1n);
      apart = false;
      unkept = 0;
      changed();
    },
    part(left_out) {
      apart = true;
      unkept += left_out;
      changed();
    },
    append(events) {
      for (const event of events) {
        if (!matchesEvent(event, match)) continue;
        const newest = rows.at(-1);
        if (!following && rows.length >= limits.most + MARGIN) apart = true;
        if (apart) unkept += 1;
        else if (newest === undefined || event.id > newest.id) rows.push(event);
        else if (!insert(event)) continue;
        arrived += 1;
      }
      if (following && !apart) end = rows.length;
      trim();
      changed();
    },
    prepend(items) {
      const oldest = rows[0]?.id;
      const page = items.filter((item) => matchesEvent(item, match));
      const newest = page[0]?.id;
      if (oldest !== undefined && newest !== undefined && newest < oldest) return false;
      const older = page.filter((row) => oldest === undefined || row.id < oldest).reverse();
      if (older.length > 0) {
        rows = [...older, ...rows];
        end += older.length;
        changed();
      }
      return true;
    },
    tell(records) {
      let told = false;
      for (const record of records) {
        const place = placeOf(record.id);
        const row = rows[place];
        if (row?.id !== record.id || row.onchain_at !== undefined) continue;
        rows[place] = { ...row, onchain_at: record.onchain_at ?? null };
        told = true;
      }
      if (told) changed();
    },
    reset() {
      const left = rows.slice(0, end).reverse();
      former = [...left.map((row) => ({ ...row, former: true as const })), ...former].slice(0, MOST_FORMER);
      rows = [];
      end = 0;
      apart = false;
      unkept = 0;
      changed();
    },
    follow(on) {
      if (on === following) return;
      following = on;
      if (!on || end === rows.length) return;
      end = rows.length;
      changed();
    },
    showNewer() {
      if (apart) {
        rows = [];
        apart = false;
        unkept = 0;
      }
      end = rows.length;
      changed();
    },
    seen: (index) => void (seenTo = index),
    get detached() {
      return apart;
    },
    get full() {
      return rows.length >= limits.most;
    },
    get oldest() {
      return rows[0]?.id ?? null;
    },
    get dropped() {
      return dropped;
    },
    get arrived() {
      return arrived;
    },
    rows: () => (held ??= { rows, end, newer: rows.length - end + unkept, former }),
  };
}
