// An event log for tests of the feed: pages of history by offset as an index gives them (newest first, undecodable rows counted and skipped), and the events
// that a stream would give. The whole index answers in the browser tests; here a test turns the log by hand between two pages.
import type { EventRecord } from '@/lib/contract/events';
import type { LiveEvent } from '@/lib/client/live/messages';
import { ApiError } from '@/lib/client/api-error';
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

/** How a log differs from our own index. */
export interface LogForm {
  /** Tokens that are no row offsets, and no row numbers. */
  opaque?: boolean;
  oldestFirst?: boolean;
  /** Larger pages are refused with this status. */
  most?: { rows: number; status: number };
  /** Pages that lead in a circle of so many. */
  cycle?: number;
  /** Without a total. */
  uncounted?: boolean;
}

const TOKEN = /^after (\d+)$/;

export function createSmallLog(form: LogForm = {}): SmallLog {
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
      const sent = query['page_token'] ?? (form.opaque === true ? 'after 0' : '0');
      const token = Number(form.opaque === true ? TOKEN.exec(sent)?.[1] : sent);
      if (!Number.isInteger(token)) throw new Error(`this log gave no token ${sent}`);
      log.reads += 1;
      log.onRead({ token });
      await Promise.resolve();
      const size = Number(query['page_size'] ?? 20);
      if (form.most !== undefined && size > form.most.rows)
        throw new ApiError({ endpoint: 'events.list', status: form.most.status, message: 'page_size' });
      const page = (form.oldestFirst === true ? [...rows] : [...rows].reverse()).slice(token, token + size);
      let end = token + page.length;
      if (form.cycle !== undefined && end >= form.cycle * size) end = size;
      const next = end < rows.length && page.length > 0 ? end : null;
      return {
        items: page.filter(({ decodes }) => decodes).map(({ id }) => record(id)),
        metadata: {
          next_token: form.opaque === true && next !== null ? `after ${next}` : next,
          total_items: form.uncounted === true ? null : rows.length,
          ...(form.opaque !== true && { row_offset: token }),
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
