// Finds one event by id with a binary search over the history, because the API has no such read.
// Invariant: undefined means that the page where it would be was read without it: not listed, not decodable, or not written yet.
import type { EventRecord } from '@/lib/contract/events';
import type { Read } from './read';

const PAGE = 50;
const MOST_READS = 24;

/** The record, or undefined when the history has none with this id. Throws ApiError. */
export async function findEvent(
  read: Read,
  id: bigint,
  signal?: AbortSignal,
): Promise<EventRecord | undefined> {
  /** Offsets between which the row must stand. */
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  /** Ids are nearly dense: the first guess counts back from the newest. */
  let guess = 0;
  for (let reads = 0; reads < MOST_READS && low <= high; reads += 1) {
    const token = Math.max(low, Math.min(guess, high));
    const asked = { page_size: String(PAGE), page_token: String(token) };
    const { items, metadata } = await read('events.list', {}, asked, { signal });
    const found = items.find((item) => item.id === id);
    if (found !== undefined) return found;
    const [first, last] = [items[0], items.at(-1)];
    if (first === undefined || last === undefined) {
      if (token === 0 && metadata.total_items === 0) return undefined;
      high = token - 1;
      guess = Math.min(Math.floor((low + high) / 2), Math.max(0, metadata.total_items - PAGE));
    } else if (id > first.id) {
      if (token === 0) return undefined;
      high = token - 1;
      guess = Math.max(low, Math.min(high - PAGE + 1, token - Number(id - first.id) - 1));
    } else if (id < last.id) {
      if (metadata.next_token === null) return undefined;
      low = metadata.next_token;
      guess = low + Math.max(0, Number(last.id - id) - PAGE / 2);
      high = Math.min(high, metadata.total_items);
    } else return undefined;
    // A guess that moves little narrows little: then halve.
    if (reads > 6 && Number.isFinite(high)) guess = Math.floor((low + high) / 2);
  }
  return undefined;
}
