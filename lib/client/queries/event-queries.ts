// Reads of the events page besides its rows: one event by id, all of a transaction, how many of each kind. Their keys are their own:
// live events must not have them read again with every round of refreshing.
import { queryOptions } from '@tanstack/react-query';
import type { EventRecord } from '@/lib/contract/events';
import { findEvent } from '@/lib/client/find-event';
import { read } from '@/lib/client/read';
import { retryDelay, shouldRetry } from '@/lib/client/retry';
import type { EventQuery } from './event-history';

const rules = {
  networkMode: 'always',
  retry: shouldRetry,
  retryDelay: (failures: number, error: Error) => retryDelay(failures, error, Math.random),
} as const;

const COUNTS_FRESH_MS = 60_000;
/** Counts are asked a few at a time: a chooser must not take the connections of the page's own reads. */
const AT_ONCE = 4;
const MOST_OF_TRANSACTION = 1_000;

/** The record with this id, null when the history has none. */
export function eventById(id: bigint) {
  return queryOptions<EventRecord | null, Error, EventRecord | null, readonly unknown[]>({
    ...rules,
    queryKey: ['events.by-id', { id: id.toString() }],
    queryFn: async ({ signal }) => (await findEvent(read, id, signal)) ?? null,
    staleTime: Infinity,
  });
}

/** What happened in one transaction, newest first, and whether that is all. */
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
        const asked = { tx_digest, page_size: '100', page_token: String(page_token) };
        const page = await read('events.list', {}, asked, { signal });
        items.push(...page.items);
        const next = page.metadata.next_token;
        if (next === null) return { items, complete: true };
        if (items.length >= MOST_OF_TRANSACTION) return { items, complete: false };
        page_token = next;
      }
    },
    staleTime: 10_000,
  });
}

/** What is counted: kinds (short names) by the name of what they are together, and a name for all of it. */
export interface CountedKinds {
  name: string;
  kinds: Readonly<Record<string, readonly string[]>>;
}

/**
 * Stored events of each group of kinds under the page's other filters, a request a group. Stored: a row that does not decode is counted too
 * (spec 6.2).
 */
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
          const asked = { ...others, kinds: group[1].join(','), page_size: '1' };
          const { metadata } = await read('events.list', {}, asked, { signal });
          counts[group[0]] = metadata.total_items;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return counts;
    },
    staleTime: COUNTS_FRESH_MS,
  });
}
