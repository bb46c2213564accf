// The reads of the events page. Their keys are not endpoint names, so that live events do not refresh them:
// the stream is added on top of the first page (live/event-view.ts).
import { queryOptions } from '@tanstack/react-query';
import type { Answer, QueryInput } from '@/lib/contract/endpoints';
import type { EventRecord } from '@/lib/contract/events';
import { assertApplied, matchingRows } from '@/lib/client/ignored-filters';
import { read, type Read } from '@/lib/client/read';
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

/**
 * Finds one event by id with a binary search over the history, because the API has no such read. Undefined: the page where it would be was read
 * without it (not listed, not decodable, or not written yet). Throws ApiError.
 */
export async function findEvent(
  by: Read,
  id: bigint,
  signal?: AbortSignal,
): Promise<EventRecord | undefined> {
  /** Offsets between which the row must be. */
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  /** Ids are nearly dense: the first guess counts back from the newest. */
  let guess = 0;
  for (let reads = 0; reads < MOST_READS && low <= high; reads += 1) {
    const token = Math.max(low, Math.min(guess, high));
    const request = { page_size: String(PAGE), page_token: String(token) };
    const { items, metadata } = await by('events.list', {}, request, { signal });
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

/** The record with this id; null when the history does not list it. */
export function eventById(id: bigint) {
  return queryOptions<EventRecord | null, Error, EventRecord | null, readonly unknown[]>({
    ...readOptions,
    queryKey: ['events.by-id', { id: id.toString() }],
    queryFn: async ({ signal }) => (await findEvent(read, id, signal)) ?? null,
    staleTime: Infinity,
  });
}

interface AllEvents {
  /** Newest first, each id once, as listed when the first page was read. */
  records: EventRecord[];
  /** The index's count, which includes rows it cannot decode. */
  total_items: number;
  complete: boolean;
}

/** Every event that matches, among at most `max` that the index lists. Throws ApiError; an aborted signal rejects with its reason. */
export async function readAllEvents(
  by: Read,
  query: EventQuery,
  options: { signal: AbortSignal; onProgress?: (rows: number, total: number) => void; max?: number },
): Promise<AllEvents> {
  const { signal, onProgress, max = MAX_EXPORTED } = options;
  const all: AllEvents = { records: [], total_items: 0, complete: false };
  let listed = 0;
  for await (const { items, metadata } of readPages(by, 'events.list', {}, query, { signal })) {
    const oldest = all.records.at(-1)?.id;
    // An index that ignores a filter lists other events as well.
    const matching = matchingRows('events.list', query, items);
    all.records.push(...matching.filter(({ id }) => oldest === undefined || id < oldest));
    listed += items.length;
    all.total_items = metadata.total_items;
    all.complete = metadata.next_token === null && all.records.length <= max;
    onProgress?.(Math.min(all.records.length, max), Math.min(all.total_items, max));
    if (listed >= max) break;
  }
  return { ...all, records: all.records.slice(0, max) };
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

/** Named groups of kinds (short names) to count. */
export interface CountedKinds {
  name: string;
  kinds: Readonly<Record<string, readonly string[]>>;
}

/** Stored events of each group under the page's other filters, one request per group; includes rows that cannot be decoded. */
export function kindCounts({ name, kinds }: CountedKinds, query: EventQuery) {
  const others: EventQuery = { ...query };
  delete others.kinds;
  return queryOptions<Record<string, number>, Error, Record<string, number>, readonly unknown[]>({
    ...readOptions,
    queryKey: ['events.kind-counts', { name }, others],
    queryFn: async ({ signal }) => {
      const counts: Record<string, number> = {};
      const waiting = Object.entries(kinds);
      const work = async () => {
        for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
          const request = { ...others, kinds: group[1].join(','), page_size: '1' };
          const { items, metadata } = await read('events.list', {}, request, { signal });
          assertApplied('events.list', request, items);
          counts[group[0]] = metadata.total_items;
        }
      };
      await Promise.all(Array.from({ length: CONCURRENT_COUNTS }, work));
      return counts;
    },
    staleTime: COUNTS_FRESH_MS,
  });
}
