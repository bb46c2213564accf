// Everything that the history lists under some filters, up to a bound: for files. Invariant: newest first, each id once; what arrives while pages are read is
// left out, so that the answer is what was listed at the beginning; whether that is all is said.
import type { EventRecord } from '@/lib/contract/events';
import { PAGE } from './history-range';
import type { EventQuery } from './queries/event-history';
import type { Read } from './read';

export const MOST_EXPORTED = 20_000;

export interface AllEvents {
  records: EventRecord[];
  /** What the index counted: rows that do not decode are counted and not served. */
  total_items: number;
  complete: boolean;
}

/** Throws ApiError; an aborted signal rejects with its own reason. `onProgress`: rows so far, and how many there are about. */
export async function readAllEvents(
  read: Read,
  query: EventQuery,
  options: { signal: AbortSignal; onProgress: (rows: number, of: number) => void; most?: number },
): Promise<AllEvents> {
  const { signal, onProgress, most = MOST_EXPORTED } = options;
  const records: EventRecord[] = [];
  let oldest: bigint | undefined;
  let token = 0;
  for (;;) {
    const asked = { ...query, page_size: String(PAGE), page_token: String(token) };
    const { items, metadata } = await read('events.list', {}, asked, { signal });
    for (const item of items)
      if (oldest === undefined || item.id < oldest) {
        records.push(item);
        oldest = item.id;
      }
    onProgress(Math.min(records.length, most), Math.min(metadata.total_items, most));
    const { total_items, next_token } = metadata;
    if (next_token === null || records.length >= most)
      return {
        records: records.slice(0, most),
        total_items,
        complete: next_token === null && records.length <= most,
      };
    token = next_token;
  }
}
