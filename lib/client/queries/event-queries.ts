// The reads of the events page. Their keys are not endpoint names, so that live events do not refresh them:
// the stream is added on top of the first page (live/event-view.ts).
import { queryOptions } from '@tanstack/react-query';
import type { Answer, QueryInput } from '@/lib/contract/endpoints';
import type { EventRecord } from '@/lib/contract/events';
import { assertApplied, matchingRows } from '@/lib/client/ignored-filters';
import { read, type Read } from '@/lib/client/read';
import { rowOrder } from '@/lib/view/row-order';
import { totalOf } from '@/lib/contract/record';
import { readPages } from './all-pages-query';
import { readOptions } from './endpoint-query';

export type EventQuery = QueryInput<'events.list'>;

const COUNTS_FRESH_MS = 60_000;
/** A few counts at a time, so that they leave connections for the page's own reads. */
const CONCURRENT_COUNTS = 4;
const MAX_OF_TRANSACTION = 1_000;
export const MAX_EXPORTED = 20_000;

export interface HistoryPage extends Pick<Answer<'events.list'>, 'items' | 'metadata'> {
  /** The newest id known when the page was requested; null when none was. */
  covered: bigint | null;
}

export const EVENT_HISTORY = 'events.history';

/** The first page of history. `tip`: the newest id known, called before the read. */
export function eventHistory(query: EventQuery, tip: () => bigint | null, by: Read = read) {
  return queryOptions<HistoryPage, Error, HistoryPage, readonly unknown[]>({
    ...readOptions,
    queryKey: [EVENT_HISTORY, {}, query],
    queryFn: async ({ signal }) => {
      const covered = tip();
      const { items, metadata } = await by('events.list', {}, { ...query, page_size: '50' }, { signal });
      return { items, metadata, covered };
    },
    staleTime: Infinity,
    // A new object even when equal: it was read later.
    structuralSharing: false,
  });
}

/** Rows read at once to find one. */
const PAGE = 50;
const MOST_READS = 24;
/** Rows searched where pages can only be read one after another. */
const MOST_SEARCHED = 2_000;

export interface FoundEvent {
  /** Null: not listed, not decodable, or not written yet. */
  event: EventRecord | null;
  /** False when only the `searched` newest events were read, and older ones may include it. */
  complete: boolean;
  searched: number;
}

const found = (event: EventRecord | null, complete = true, searched = 0): FoundEvent => ({
  event,
  complete,
  searched,
});

/** Finds an event by its id, because the API has no such read. Throws ApiError. */
export async function findEvent(by: Read, id: bigint, signal?: AbortSignal): Promise<FoundEvent> {
  const { items, metadata } = await by('events.list', {}, { page_size: String(PAGE) }, { signal });
  const event = items.find((item) => item.id === id);
  if (event !== undefined) return found(event);
  if (metadata.next_token === null) return found(null);
  return typeof metadata.row_offset === 'number'
    ? found((await searchByOffset(by, id, signal)) ?? null)
    : searchInOrder(by, id, signal);
}

/** Reads page after page, as opaque tokens require. */
async function searchInOrder(by: Read, id: bigint, signal?: AbortSignal): Promise<FoundEvent> {
  let searched = 0;
  let complete = false;
  for await (const page of readPages(by, 'events.list', {}, {}, { signal, most: MOST_SEARCHED })) {
    const event = page.items.find((item) => item.id === id);
    if (event !== undefined) return found(event);
    searched += page.items.length;
    const last = page.items.at(-1);
    const isPast = rowOrder(page.items) === 'newest first' && last !== undefined && last.id < id;
    complete = page.metadata.next_token === null || isPast;
    if (isPast) break;
  }
  return found(null, complete, searched);
}

/** A binary search, where tokens are row offsets. Undefined: the page where it would be was read without it. */
async function searchByOffset(by: Read, id: bigint, signal?: AbortSignal): Promise<EventRecord | undefined> {
  /** Offsets between which the row must be. */
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  /** Ids are nearly dense: the first guess counts back from the newest. */
  let guess = 0;
  for (let reads = 0; reads < MOST_READS && low <= high; reads += 1) {
    const offset = Math.max(low, Math.min(guess, high));
    const request = { page_size: String(PAGE), page_token: String(offset) };
    const { items, metadata } = await by('events.list', {}, request, { signal });
    const total = metadata.total_items ?? 0;
    const event = items.find((item) => item.id === id);
    if (event !== undefined) return event;
    const [first, last] = [items[0], items.at(-1)];
    if (first === undefined || last === undefined) {
      if (offset === 0 && total === 0) return undefined;
      high = offset - 1;
      guess = Math.min(Math.floor((low + high) / 2), Math.max(0, total - PAGE));
    } else if (id > first.id) {
      if (offset === 0) return undefined;
      high = offset - 1;
      guess = Math.max(low, Math.min(high - PAGE + 1, offset - Number(id - first.id) - 1));
    } else if (id < last.id) {
      if (metadata.next_token === null) return undefined;
      low = Number(metadata.next_token);
      guess = low + Math.max(0, Number(last.id - id) - PAGE / 2);
      high = Math.min(high, total);
    } else return undefined;
    // A guess that moves little narrows little: then halve.
    if (reads > 6 && Number.isFinite(high)) guess = Math.floor((low + high) / 2);
  }
  return undefined;
}

/** The record with this id, or how far it was searched for. */
export function eventById(id: bigint) {
  return queryOptions<FoundEvent, Error, FoundEvent, readonly unknown[]>({
    ...readOptions,
    queryKey: ['events.by-id', { id: id.toString() }],
    queryFn: ({ signal }) => findEvent(read, id, signal),
    staleTime: Infinity,
  });
}

interface AllEvents {
  /** Newest first, each id once, as listed when the first page was read. */
  records: EventRecord[];
  /** The index's count, which includes rows it cannot decode; null where it does not count. */
  total_items: number | null;
  complete: boolean;
}

/** Every event that matches, among at most `max` that the index lists. Throws ApiError; an aborted signal rejects with its reason. */
export async function readAllEvents(
  by: Read,
  query: EventQuery,
  options: { signal: AbortSignal; onProgress?: (rows: number, total: number | null) => void; max?: number },
): Promise<AllEvents> {
  const { signal, onProgress, max = MAX_EXPORTED } = options;
  const records = new Map<bigint, EventRecord>();
  let total_items: number | null = 0;
  let complete = false;
  let readCount = 0;
  for await (const { items, metadata } of readPages(by, 'events.list', {}, query, { signal })) {
    // An index that ignores a filter lists other events as well.
    for (const event of matchingRows('events.list', query, items)) records.set(event.id, event);
    readCount += items.length;
    total_items = metadata.total_items;
    complete = metadata.next_token === null && records.size <= max;
    onProgress?.(Math.min(records.size, max), total_items === null ? null : Math.min(total_items, max));
    if (readCount >= max) break;
  }
  const newestFirst = [...records.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
  return { records: newestFirst.slice(0, max), total_items, complete };
}

interface SomeEvents {
  /** Newest first. */
  items: EventRecord[];
  complete: boolean;
}

/** The events of one transaction; `complete` is false beyond 1,000. */
export function eventsOfTransaction(tx_digest: string) {
  return queryOptions<SomeEvents, Error, SomeEvents, readonly unknown[]>({
    ...readOptions,
    queryKey: ['events.transaction', { tx_digest }],
    queryFn: async ({ signal }) => {
      const options = { signal, max: MAX_OF_TRANSACTION };
      const { records, complete } = await readAllEvents(read, { tx_digest }, options);
      return { items: records, complete };
    },
    staleTime: 10_000,
  });
}

type KindCounts = Readonly<Record<string, number | null>>;

/** Named groups of kinds (short names) to count. */
export interface CountedKinds {
  name: string;
  kinds: Readonly<Record<string, readonly string[]>>;
}

/** Stored events of each group under the page's other filters, one request per group; includes rows that cannot be decoded. Null: not counted. */
export function kindCounts({ name, kinds }: CountedKinds, query: EventQuery) {
  const others: EventQuery = { ...query };
  delete others.kinds;
  return queryOptions<KindCounts, Error, KindCounts, readonly unknown[]>({
    ...readOptions,
    queryKey: ['events.kind-counts', { name }, others],
    queryFn: async ({ signal }) => {
      const counts: Record<string, number | null> = {};
      const waiting = Object.entries(kinds);
      const work = async () => {
        for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
          const request = { ...others, kinds: group[1].join(','), page_size: '1' };
          const { items, metadata } = await read('events.list', {}, request, { signal });
          assertApplied('events.list', request, items);
          counts[group[0]] = totalOf({ items, metadata });
        }
      };
      await Promise.all(Array.from({ length: CONCURRENT_COUNTS }, work));
      return counts;
    },
    staleTime: COUNTS_FRESH_MS,
  });
}
