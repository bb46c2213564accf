// The events of one execution out of the event history: the times of its first and last transaction give the window, the window is read, and what
// names the execution is kept. Invariant: at most a bounded number of requests; when that was not enough, `complete` is false and the page says so.
// The history has no filter for an execution (spec 4), hence the window. Its key is its own, so that events of others do not have it read again.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Answer, QueryInput } from '@/lib/contract/endpoints';
import type { EventRecord } from '@/lib/contract/events';
import { readHistory } from '@/lib/dag/replay/history';
import { read, type Read } from '@/lib/client/read';
import { retryDelay, shouldRetry } from '@/lib/client/retry';

const PAGE_SIZE = '100';
const MOST_PAGES = 15;
const MOST_SINGLE = 40;
/** The payment is settled a little after the last walk. */
const AFTERWARDS_MS = 60_000;

export interface RunHistory {
  /** Events that name the execution. */
  items: EventRecord[];
  /** Events looked through. */
  looked: number;
  /** False when the window was too busy to be read whole. */
  complete: boolean;
  /** Transactions that have been looked for; the next reading leaves them out. */
  digests: readonly string[];
  /** When the last of them was on chain, in ms since 1970: where the next reading begins. Null when the history knows none of them. */
  until: number | null;
}

const KEY = 'events.of-execution';

/** What was read before of the same execution and may be gone on from: the reading with the most transactions. */
function formerReading(client: QueryClient, execution_object_id: string): RunHistory | null {
  const readings = client
    .getQueriesData<RunHistory>({ queryKey: [KEY, { execution_object_id }] })
    .flatMap(([, data]) => (data?.complete === true && data.until !== null ? [data] : []));
  return readings.sort((a, b) => b.digests.length - a.digests.length)[0] ?? null;
}

interface Run {
  execution_object_id: string;
  /** The execution's transactions as its own listings name them, oldest first. */
  digests: readonly string[];
  /** How its payment stands: its end has events of its own, in transactions that no other listing names. */
  payment: string | null;
}

/** A run that goes on has a new key with each transaction; what was read before is not read again. */
export function runHistoryQuery({ execution_object_id, digests, payment }: Run, by: Read = read) {
  return queryOptions<RunHistory, Error, RunHistory, readonly unknown[]>({
    queryKey: [KEY, { execution_object_id }, digests.at(-1) ?? '', digests.length, payment],
    queryFn: async ({ signal, client }) => {
      const former = formerReading(client, execution_object_id);
      const found = new Map(former?.items.map((event) => [String(event.id), event]));
      let looked = former?.looked ?? 0;
      const take = (items: readonly EventRecord[]) => {
        looked += items.length;
        for (const event of items) found.set(String(event.id), event);
      };
      const ofTransaction = async (tx_digest: string) => {
        const { items } = await by('events.list', {}, { tx_digest, page_size: PAGE_SIZE }, { signal });
        take(items);
        const [time] = items.flatMap(({ onchain_at }) =>
          onchain_at === null ? [] : [Date.parse(onchain_at)],
        );
        return time;
      };
      const first = digests[0];
      const last = digests.at(-1);
      const from = former?.until ?? (first === undefined ? undefined : await ofTransaction(first));
      const to = last === undefined ? undefined : last === first ? from : await ofTransaction(last);
      let complete = true;
      if (from !== undefined && to !== undefined) {
        const window = {
          created_after: new Date(Math.min(from, to)).toISOString(),
          created_before: new Date(to + AFTERWARDS_MS).toISOString(),
          page_size: PAGE_SIZE,
        };
        let token: number | null = 0;
        for (let page = 0; page < MOST_PAGES && token !== null; page += 1) {
          const asked: QueryInput<'events.list'> = { ...window, page_token: String(token) };
          const { items, metadata }: Answer<'events.list'> = await by('events.list', {}, asked, { signal });
          take(items);
          token = metadata.next_token;
        }
        complete = token === null;
      }
      const known = new Set([...found.values()].map(({ tx_digest }) => tx_digest));
      for (const digest of former?.digests ?? []) known.add(digest);
      const missing = digests.filter((digest) => !known.has(digest));
      for (const digest of missing.slice(0, MOST_SINGLE)) await ofTransaction(digest);
      if (missing.length > MOST_SINGLE) complete = false;
      return {
        items: readHistory([...found.values()], execution_object_id).events,
        looked,
        complete,
        digests,
        until: to ?? null,
      };
    },
    staleTime: Infinity,
    networkMode: 'always',
    retry: shouldRetry,
    retryDelay: (failures, error) => retryDelay(failures, error, Math.random),
    placeholderData: (former) => former,
  });
}
