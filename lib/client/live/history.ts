// Reads GET /events by offset. Invariant: new events push rows to larger offsets, so a page can repeat rows of the one
// before but never skips one.
import type { EventRecord } from '@/lib/contract/events';
import type { EventQuery } from '@/lib/client/queries/event-queries';
import type { Read } from '@/lib/client/read';

export const PAGE_SIZE = 100;
export const MAX_EXPORTED = 20_000;

async function readPage(read: Read, query: EventQuery, token: number, signal?: AbortSignal) {
  const request = { ...query, page_size: String(PAGE_SIZE), page_token: String(token) };
  return read('events.list', {}, request, { signal });
}

export interface HistoryRange {
  /** Newest first. */
  records: EventRecord[];
  /** Rows in the pages read that the index counted but could not decode, and therefore did not return. */
  undecoded: number;
}

/** Everything the history lists after one id up to another. Throws ApiError, or Error when that takes more than `maxPages`. */
export async function readRange(
  read: Read,
  range: { after: bigint; upTo: bigint },
  maxPages: number,
): Promise<HistoryRange> {
  const { after, upTo } = range;
  const found = new Map<bigint, EventRecord>();
  let undecoded = 0;
  let token = 0;
  for (let page = 0; page < maxPages; page += 1) {
    const { items, metadata } = await readPage(read, {}, token);
    undecoded += (metadata.next_token ?? metadata.total_items) - token - items.length;
    for (const item of items) if (item.id > after && item.id <= upTo) found.set(item.id, item);
    const last = items.at(-1);
    if (metadata.next_token === null || (last !== undefined && last.id <= after))
      return { records: [...found.values()], undecoded: Math.max(0, undecoded) };
    token = metadata.next_token;
  }
  throw new Error(`more than ${maxPages} pages between events ${after} and ${upTo}`);
}

export interface AllEvents {
  /** Newest first, each id once, as listed when the first page was read. */
  records: EventRecord[];
  /** The index's count, which includes rows it cannot decode. */
  total_items: number;
  complete: boolean;
}

/** Every event that matches, up to `max`. Throws ApiError; an aborted signal rejects with its reason. */
export async function readAllEvents(
  read: Read,
  query: EventQuery,
  options: { signal: AbortSignal; onProgress: (rows: number, total: number) => void; max?: number },
): Promise<AllEvents> {
  const { signal, onProgress, max = MAX_EXPORTED } = options;
  const records: EventRecord[] = [];
  let oldest: bigint | undefined;
  let token = 0;
  for (;;) {
    const { items, metadata } = await readPage(read, query, token, signal);
    for (const item of items)
      if (oldest === undefined || item.id < oldest) {
        records.push(item);
        oldest = item.id;
      }
    const { total_items, next_token } = metadata;
    onProgress(Math.min(records.length, max), Math.min(total_items, max));
    if (next_token === null || records.length >= max)
      return {
        records: records.slice(0, max),
        total_items,
        complete: next_token === null && records.length <= max,
      };
    token = next_token;
  }
}
