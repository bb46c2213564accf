// Reads the pages of history below the oldest row of an event window.
// Invariant: a page is added only where it overlaps the rows, because events arriving meanwhile shift the index's offsets.
import type { EventQuery } from '@/lib/client/queries/event-queries';
import type { Read } from '@/lib/client/read';
import { MAX_PAGE_SIZE } from '@/lib/contract/query-params';
import type { EventWindow } from './event-window';

/** Rows requested again with each older page: they prove that nothing lies between. */
const OVERLAP = 5;
const MAX_ATTEMPTS = 8;

/** Where the next page begins. */
interface Position {
  /** The index's offset of the row below the oldest; null at the end. */
  token: number | null;
  /** The window's `depth` and `dropped` when that was the offset. */
  depth: number;
  dropped: number;
}

export function createOlderPages({
  query,
  read,
  window,
}: {
  query: EventQuery;
  read: Read;
  window: EventWindow;
}) {
  /** Undefined until a first page of history is there. */
  let position: Position | undefined;
  /** Rows of another log are not added. */
  let generation = 0;

  /** The offset to read next, moved by what has arrived since; null at the end. `total`: as many rows as the index has. */
  function nextToken(total: number): number | null {
    if (position === undefined) return null;
    const { token, depth, dropped } = position;
    if (token === null && window.dropped === dropped) return null;
    return Math.max(0, (token ?? total) + window.depth - depth - OVERLAP);
  }

  return {
    get isKnown(): boolean {
      return position !== undefined;
    },
    /** No older row exists, and none was dropped. */
    get atEnd(): boolean {
      return position?.token === null && window.dropped === position.dropped;
    },
    /** Continues below the window's oldest row, which is at this offset. */
    continueAt(token: number | null): void {
      position = { token, depth: window.depth, dropped: window.dropped };
    },
    forget(): void {
      position = undefined;
    },
    /** As `forget`, and ignores the page being read. */
    reset(): void {
      generation += 1;
      position = undefined;
    },
    /** Reads until there are further rows. */
    async read(total: number): Promise<void> {
      const current = generation;
      let token = nextToken(total);
      for (let attempt = 0; attempt < MAX_ATTEMPTS && token !== null; attempt += 1) {
        const { depth, dropped } = window;
        const request = { ...query, page_size: String(MAX_PAGE_SIZE), page_token: String(token) };
        const { items, metadata } = await read('events.list', {}, request);
        if (current !== generation) return;
        const { oldest, depth: depthBefore } = window;
        if (!window.prepend(items)) {
          token = Math.max(0, token - MAX_PAGE_SIZE * 2 ** attempt);
          continue;
        }
        position = { token: metadata.next_token, depth: depth + window.depth - depthBefore, dropped };
        if (window.oldest !== oldest || metadata.next_token === null) return;
        token = metadata.next_token;
      }
    },
  };
}
