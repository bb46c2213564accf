// The history between two event ids, read by offset. Invariant: what is answered is everything that the history lists after `after` up to `up_to`,
// whatever arrives meanwhile: new events push rows to larger offsets, so a page can repeat rows of the one before and never skips one.
// How many stored rows did not decode (counted, never served: spec 6.2) is told, because ids alone cannot.
import type { EventRecord } from '@/lib/contract/events';
import type { EventQuery } from './queries/event-history';
import type { Read } from './read';

export const PAGE = 100;
const MOST_PAGES = 60;

export interface HistoryRange {
  /** Newest first. */
  records: EventRecord[];
  /** Rows of the pages read that the index counted and could not serve. */
  undecoded: number;
}

/**
 * `newer`: how many listed rows are known to be newer than `up_to`; fewer is safe, more is found out. Throws ApiError, and Error when the
 * range is not reached within 60 pages.
 */
export async function readHistoryRange(
  read: Read,
  asked: { query: EventQuery; after: bigint; up_to: bigint; newer: number },
  signal?: AbortSignal,
): Promise<HistoryRange> {
  const found = new Map<bigint, EventRecord>();
  let undecoded = 0;
  let token = Math.max(0, asked.newer);
  let started = token === 0;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { items, metadata } = await read(
      'events.list',
      {},
      { ...asked.query, page_size: String(PAGE), page_token: String(token) },
      { signal },
    );
    const first = items[0];
    if (!started && (first === undefined || first.id < asked.up_to)) {
      // The guess lay too deep: rows may stand above.
      token = Math.max(0, token - PAGE);
      started = token === 0;
      continue;
    }
    started = true;
    undecoded += (metadata.next_token ?? metadata.total_items) - token - items.length;
    for (const item of items) if (item.id > asked.after && item.id <= asked.up_to) found.set(item.id, item);
    const last = items.at(-1);
    if (metadata.next_token === null || (last !== undefined && last.id <= asked.after))
      return { records: [...found.values()], undecoded: Math.max(0, undecoded) };
    token = metadata.next_token;
  }
  throw new Error(
    `the history between ${asked.after} and ${asked.up_to} takes more than ${MOST_PAGES} pages`,
  );
}
