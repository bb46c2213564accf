// Reads the pages of history below the oldest row of an event window.
// Invariant: rows are added without a gap. Tokens are opaque, so each page follows from the one before; of an index that says that its tokens
// are row offsets a page is read from its place, moved by what has arrived since, and added only where it overlaps the rows.
import type { EventQuery } from '@/lib/client/queries/event-queries';
import type { Read } from '@/lib/client/read';
import type { EventRecord } from '@/lib/contract/events';
import { MAX_PAGE_SIZE } from '@/lib/contract/query-params';
import type { Listing, PageToken } from '@/lib/contract/record';
import type { EventWindow } from './event-window';

/** Rows requested again with each older page: they prove that nothing lies between. */
const OVERLAP = 5;
const MAX_ATTEMPTS = 8;

/** Where the next page begins. */
interface Position {
  /** Null at the end. */
  token: PageToken | null;
  /** The token is a row offset. */
  isOffset: boolean;
  /** The window's `depth` and `dropped` when that was the place of the row below the oldest. */
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
  /** Opaque tokens that led to a page, and its newest id, from newer to older. */
  let trail: { token: PageToken; newest: bigint }[] = [];

  /** The token to read next; null at the end, undefined for the first page. `total`: as many rows as the index has. */
  function nextToken(total: number): PageToken | null | undefined {
    if (position === undefined) return null;
    const { token, isOffset, depth, dropped } = position;
    const wasDropped = window.dropped !== dropped;
    if (token === null && !wasDropped) return null;
    if (isOffset) return Math.max(0, Number(token ?? total) + window.depth - depth - OVERLAP);
    if (!wasDropped) return token;
    // Rows were dropped at the lower end: back to the last page that reaches above them.
    const oldestRead = window.oldestRead;
    return trail.findLast(({ newest }) => oldestRead === null || newest >= oldestRead)?.token;
  }

  const readPage = (token: PageToken | undefined): Promise<Listing<EventRecord>> => {
    const page_token = token === undefined ? {} : { page_token: String(token) };
    return read('events.list', {}, { ...query, page_size: String(MAX_PAGE_SIZE), ...page_token });
  };

  return {
    get isKnown(): boolean {
      return position !== undefined;
    },
    /** No older row exists, and none was dropped. */
    get atEnd(): boolean {
      return position?.token === null && window.dropped === position.dropped;
    },
    /** Continues below the window's oldest row, where a page ended. */
    continueAt({ next_token, row_offset }: Listing<unknown>['metadata']): void {
      const isOffset = typeof row_offset === 'number';
      position = { token: next_token, isOffset, depth: window.depth, dropped: window.dropped };
      trail = [];
    },
    forget(): void {
      position = undefined;
    },
    /** As `forget`, and ignores the page being read. */
    reset(): void {
      generation += 1;
      position = undefined;
    },
    /** Reads until there are further rows. `total`: null where the index does not count. */
    async read(total: number | null): Promise<void> {
      const current = generation;
      let token = nextToken(total ?? 0);
      for (let attempt = 0; attempt < MAX_ATTEMPTS && token !== null; attempt += 1) {
        const { depth, dropped } = window;
        const { items, metadata } = await readPage(token);
        if (current !== generation) return;
        const isOffset = typeof metadata.row_offset === 'number';
        const { oldest, depth: depthBefore } = window;
        if (!window.prepend(items, { follows: !isOffset })) {
          token = Math.max(0, Number(token ?? 0) - MAX_PAGE_SIZE * 2 ** attempt);
          continue;
        }
        const newest = items[0]?.id;
        if (!isOffset && token !== undefined && newest !== undefined) trail.push({ token, newest });
        const { next_token } = metadata;
        position = { token: next_token, isOffset, depth: depth + window.depth - depthBefore, dropped };
        if (window.oldest !== oldest || next_token === null) return;
        token = next_token;
      }
    },
  };
}
