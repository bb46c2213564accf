// The events of one execution. The event history has no filter for an execution, so the window between its first and last
// transaction is read and filtered.
// Invariant: a bounded number of requests; `complete` is false when that was not enough.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { EventRecord } from '@/lib/contract/events';
import { MAX_PAGE_SIZE } from '@/lib/contract/query-params';
import { eventsOf } from '@/lib/dag/replay/history';
import { matchingRows } from '@/lib/client/ignored-filters';
import { read, type Read } from '@/lib/client/read';
import { readPages } from './all-pages-query';
import { readOptions } from './endpoint-query';
import { apiTime } from '@/lib/view/time';

const MOST_IN_WINDOW = 1_500;
const MOST_SINGLE = 40;
/** The payment is settled shortly after the last walk. */
const AFTERWARDS_MS = 60_000;

export interface RunHistory {
  /** Events that name the execution. */
  items: EventRecord[];
  /** Number of events read. */
  searched: number;
  /** False when the window had too many events. */
  complete: boolean;
  /** Transactions already searched for; the next read skips them. */
  digests: readonly string[];
  /** Chain time of the last one, in ms since 1970, where the next read starts; null if none was found. */
  until: number | null;
}

const KEY = 'events.of-execution';

/** The most complete earlier read of the same execution, to continue from. */
function earlierRead(client: QueryClient, execution_object_id: string): RunHistory | null {
  const reads = client
    .getQueriesData<RunHistory>({ queryKey: [KEY, { execution_object_id }] })
    .flatMap(([, data]) => (data?.complete === true && data.until !== null ? [data] : []));
  return reads.sort((a, b) => b.digests.length - a.digests.length)[0] ?? null;
}

interface Run {
  execution_object_id: string;
  /** Transactions in the execution's own listings, oldest first. */
  digests: readonly string[];
  /** State of its payment: settlement has events in transactions no listing names. */
  payment: string | null;
}

/** A running execution gets a new key per transaction; earlier reads are continued. */
export function runHistoryQuery({ execution_object_id, digests, payment }: Run, by: Read = read) {
  return queryOptions<RunHistory, Error, RunHistory, readonly unknown[]>({
    ...readOptions,
    queryKey: [KEY, { execution_object_id }, digests.at(-1) ?? '', digests.length, payment],
    queryFn: async ({ signal, client }) => {
      const earlier = earlierRead(client, execution_object_id);
      const eventsById = new Map(earlier?.items.map((event) => [String(event.id), event]));
      let searched = earlier?.searched ?? 0;
      const take = (items: readonly EventRecord[]) => {
        searched += items.length;
        for (const event of items) eventsById.set(String(event.id), event);
      };
      let complete = true;
      const ofTransaction = async (tx_digest: string) => {
        const ofDigest: EventRecord[] = [];
        const options = { signal, most: MAX_PAGE_SIZE };
        for await (const { items, metadata } of readPages(by, 'events.list', {}, { tx_digest }, options)) {
          take(items);
          const matching = matchingRows('events.list', { tx_digest }, items);
          ofDigest.push(...matching);
          // The index ignores the filter, so the transaction may be further back.
          if (matching.length < items.length) complete = false;
          if (metadata.next_token !== null && ofDigest.length >= MAX_PAGE_SIZE) complete = false;
        }
        const [time] = ofDigest.flatMap(({ onchain_at }) =>
          onchain_at === null ? [] : [Date.parse(onchain_at)],
        );
        return Number.isNaN(time) ? undefined : time;
      };
      const first = digests[0];
      const last = digests.at(-1);
      const timeOf = async (tx_digest: string | undefined) =>
        tx_digest === undefined ? undefined : ofTransaction(tx_digest);
      const [from, latest] = await Promise.all([
        earlier?.until ?? timeOf(first),
        last === first ? undefined : timeOf(last),
      ]);
      const to = last === first ? from : latest;
      const [created_after, created_before] =
        from === undefined || to === undefined
          ? []
          : [apiTime(Math.min(from, to)), apiTime(to + AFTERWARDS_MS)];
      if (created_after !== undefined && created_before !== undefined) {
        const window = { created_after, created_before };
        let isWhole = true;
        for await (const { items, metadata } of readPages(by, 'events.list', {}, window, {
          signal,
          most: MOST_IN_WINDOW,
        })) {
          take(items);
          isWhole = metadata.next_token === null;
        }
        complete = complete && isWhole;
      }
      const readDigests = new Set([...eventsById.values()].map(({ tx_digest }) => tx_digest));
      for (const digest of earlier?.digests ?? []) readDigests.add(digest);
      const missing = digests.filter((digest) => !readDigests.has(digest));
      for (const digest of missing.slice(0, MOST_SINGLE)) await ofTransaction(digest);
      if (missing.length > MOST_SINGLE) complete = false;
      return {
        items: eventsOf([...eventsById.values()], execution_object_id),
        searched,
        complete,
        digests,
        until: to ?? null,
      };
    },
    staleTime: Infinity,
    placeholderData: (earlier) => earlier,
  });
}
