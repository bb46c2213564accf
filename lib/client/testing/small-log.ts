// An event log for tests of the feed: pages of history by offset as an index gives them (newest first, undecodable rows counted and skipped), and the events
// that a stream would give. The whole index answers in the browser tests; here a test turns the log by hand between two pages.
import type { EventRecord } from '@/lib/contract/events';
import type { LiveEvent } from '@/lib/client/live/messages';
import type { Read } from '@/lib/client/read';

export interface SmallLog {
  read: Read;
  /** Appends events with the next ids, in order. */
  append(count: number): LiveEvent[];
  /** The next id goes to a row that does not decode. */
  appendUndecodable(): void;
  /** Ids go on from here: later logs have holes. */
  skipTo(id: number): void;
  tip(): bigint;
  /** Runs before each page is answered. */
  onRead: (page: { token: number }) => void;
  reads: number;
  /** Everything that the history lists, oldest first. */
  listed(): bigint[];
}

export function createSmallLog(): SmallLog {
  /** Oldest first; null payload: does not decode. */
  const rows: { id: bigint; decodes: boolean }[] = [];
  let next = 1n;

  const record = (id: bigint): EventRecord => ({
    id,
    kind: 'WalkAdvancedEvent',
    tx_digest: `t${id}`,
    sender_address: '0x1',
    payload: {},
    onchain_at: new Date(Number(id) * 1000).toISOString(),
  });
  const put = (decodes: boolean) => {
    rows.push({ id: next, decodes });
    next += 1n;
    return next - 1n;
  };

  const log: SmallLog = {
    reads: 0,
    onRead: () => undefined,
    read: (async (_name: string, _params: unknown, query: Record<string, string> = {}) => {
      const token = Number(query['page_token'] ?? 0);
      log.reads += 1;
      log.onRead({ token });
      await Promise.resolve();
      const size = Number(query['page_size'] ?? 20);
      const page = [...rows].reverse().slice(token, token + size);
      const end = token + page.length;
      return {
        items: page.filter(({ decodes }) => decodes).map(({ id }) => record(id)),
        metadata: {
          next_token: end < rows.length && page.length > 0 ? end : null,
          total_items: rows.length,
        },
      };
    }) as unknown as Read,
    append: (count) =>
      Array.from({ length: count }, () => {
        const { onchain_at: _, ...frame } = record(put(true));
        return { ...frame, received_at: Number(frame.id) * 1000 + 400 };
      }),
    appendUndecodable: () => void put(false),
    skipTo: (id) => void (next = BigInt(id)),
    tip: () => rows.at(-1)?.id ?? 0n,
    listed: () => rows.filter(({ decodes }) => decodes).map(({ id }) => id),
  };
  return log;
}
