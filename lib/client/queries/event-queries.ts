// The reads of the events page. Their keys are not endpoint names, so that live events do not refresh them:
// the stream is added on top of the first page (live/event-view.ts).
import { queryOptions } from '@tanstack/react-query';
import type { Answer, QueryInput } from '@/lib/contract/endpoints';
import type { EventRecord } from '@/lib/contract/events';
import { findEvent } from '@/lib/client/find-event';
import { read, type Read } from '@/lib/client/read';
import { retryDelay, shouldRetry } from '@/lib/client/retry';

export type EventQuery = QueryInput<'events.list'>;

const rules = {
  networkMode: 'always',
  retry: shouldRetry,
  retryDelay: (failures: number, error: Error) => retryDelay(failures, error, Math.random),
} as const;

const COUNTS_FRESH_MS = 60_000;
/** A few counts at a time, so that they leave connections for the page's own reads. */
const CONCURRENT_COUNTS = 4;
const MAX_OF_TRANSACTION = 1_000;

export interface HistoryPage extends Pick<Answer<'events.list'>, 'items' | 'metadata'> {
  /** The newest id known when the page was requested; null when none was. */
  covered: bigint | null;
}

export const EVENT_HISTORY = 'events.history';

/** The first page of history. `tip`: the newest id known, called before the read. */
export function eventHistory(query: EventQuery, tip: () => bigint | null, by: Read = read) {
  return queryOptions<HistoryPage, Error, HistoryPage, readonly unknown[]>({
    ...rules,
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

/** The record with this id; null when the history does not list it. */
export function eventById(id: bigint) {
  return queryOptions<EventRecord | null, Error, EventRecord | null, readonly unknown[]>({
    ...rules,
    queryKey: ['events.by-id', { id: id.toString() }],
    queryFn: async ({ signal }) => (await findEvent(read, id, signal)) ?? null,
    staleTime: Infinity,
  });
}

/** The events of one transaction, newest first; `complete` is false beyond 1,000. */
export function eventsOfTransaction(tx_digest: string) {
  return queryOptions<
    { items: EventRecord[]; complete: boolean },
    Error,
    { items: EventRecord[]; complete: boolean },
    readonly unknown[]
  >({
    ...rules,
    queryKey: ['events.transaction', { tx_digest }],
    queryFn: async ({ signal }) => {
      const items: EventRecord[] = [];
      let page_token = 0;
      for (;;) {
        const request = { tx_digest, page_size: '100', page_token: String(page_token) };
        const page = await read('events.list', {}, request, { signal });
        items.push(...page.items);
        const next = page.metadata.next_token;
        if (next === null) return { items, complete: true };
        if (items.length >= MAX_OF_TRANSACTION) return { items, complete: false };
        page_token = next;
      }
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
    ...rules,
    queryKey: ['events.kind-counts', { name }, others],
    queryFn: async ({ signal }) => {
      const counts: Record<string, number> = {};
      const waiting = Object.entries(kinds);
      const work = async () => {
        for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
          const request = { ...others, kinds: group[1].join(','), page_size: '1' };
          const { metadata } = await read('events.list', {}, request, { signal });
          counts[group[0]] = metadata.total_items;
        }
      };
      await Promise.all(Array.from({ length: CONCURRENT_COUNTS }, work));
      return counts;
    },
    staleTime: COUNTS_FRESH_MS,
  });
}
