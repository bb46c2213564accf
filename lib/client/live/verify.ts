// Compares the events received over the stream with GET /events: on connect, after a gap and on request.
// Invariant: a range is only called verified once every id in it was compared; what the stream missed is backfilled and reported.
import type { EventRecord } from '@/lib/contract/events';
import { MAX_PAGE_SIZE } from '@/lib/contract/query-params';
import type { Read } from '@/lib/client/read';
import { readPages } from '@/lib/client/queries/all-pages-query';
import type { EventStore } from './event-store';
import type { LiveConnection, LiveEvent } from './messages';
import { createObservable } from '@/lib/client/observable';
import type { Clock } from '@/lib/time/clock';
import { rowOrder } from '@/lib/view/row-order';
import { NOT_VERIFIED } from './verification';

export type Verifier = ReturnType<typeof createVerifier>;

/** The newest events compared at once: ten requests. */
const MAX_EVENTS = 1_000;
const MAX_ROWS = 2 * MAX_EVENTS;
/** After connecting, for replayed events to arrive. */
const CONNECT_DELAY_MS = 3_000;
/** A difference is read again: a replicated history may be a moment behind. */
const SECOND_READ_MS = 3_000;
const MAX_IDS = 50;

interface HistoryRange {
  /** Newest first. */
  records: EventRecord[];
  /** At most how many rows the index could not decode, and therefore did not return. */
  undecoded: number;
}

/** Everything the history lists after one id up to another. Throws ApiError, or Error when those are too many or not newest first. */
async function readRange(
  read: Read,
  { after, upTo }: { after: bigint; upTo: bigint },
): Promise<HistoryRange> {
  const found = new Map<bigint, EventRecord>();
  let returned = 0;
  let undecoded = 0;
  for await (const { items, metadata } of readPages(read, 'events.list', {}, {}, { most: MAX_ROWS })) {
    if (rowOrder(items) === 'oldest first') throw new Error('this index lists events oldest first');
    for (const item of items) if (item.id > after && item.id <= upTo) found.set(item.id, item);
    returned += items.length;
    const { next_token, total_items } = metadata;
    // A page that is followed by another has as many rows as were requested, unless some were left out.
    if (next_token !== null) undecoded += Math.max(0, MAX_PAGE_SIZE - items.length);
    else undecoded = total_items === null ? undecoded : Math.max(undecoded, total_items - returned);
    const last = items.at(-1);
    if (next_token === null || (last !== undefined && last.id <= after))
      return { records: [...found.values()], undecoded };
  }
  throw new Error(`more than ${MAX_ROWS} events between ${after} and ${upTo}`);
}

/** What only the history has, and what only the stream has, allowing for rows that the index cannot decode. */
export function compare(received: readonly LiveEvent[], { records, undecoded }: HistoryRange) {
  const streamed = new Set(received.map(({ id }) => id));
  const recordIds = new Set(records.map(({ id }) => id));
  const extra = received.map(({ id }) => id).filter((id) => !recordIds.has(id));
  return {
    missing: records.filter(({ id }) => !streamed.has(id)).reverse(),
    unlisted: extra.length <= undecoded ? [] : extra,
  };
}

export function createVerifier(options: {
  read: Read;
  store: EventStore;
  connection: Pick<LiveConnection, 'state' | 'subscribe' | 'onMessage'>;
  clock: Clock;
  hidden: () => boolean;
}) {
  const { read, store, connection, clock, hidden } = options;
  const observable = createObservable(NOT_VERIFIED);
  const { set } = observable;
  let generation = 0;
  let requested = false;
  let watchers = 0;
  let connected = false;
  /** What the stream did not deliver, as far as it is known: from here, and up to here. */
  let gap: { after: bigint | null; to: bigint | null } = { after: null, to: null };

  /** The range to compare now; undefined when nothing was received since the last time. The first one may be empty. */
  function nextRange() {
    const events = store.events();
    const { to } = observable.get();
    const expected = to ?? store.state().after;
    if (expected === null) return undefined;
    // An event may arrive late, after those around it were compared.
    const begin = gap.after !== null && gap.after < expected ? gap.after : expected;
    const newest = events.at(-1)?.id ?? expected;
    const upTo = gap.to !== null && gap.to > newest ? gap.to : newest;
    gap = { after: null, to: null };
    if (to !== null && upTo <= begin) return undefined;
    const oldest = events.at(-MAX_EVENTS - 1)?.id;
    const after = oldest !== undefined && oldest > begin ? oldest : begin;
    return { after, upTo };
  }

  async function difference(range: { after: bigint; upTo: bigint }) {
    const received = store.events().filter(({ id }) => id > range.after && id <= range.upTo);
    const history = await readRange(read, range);
    return { received, history, ...compare(received, history) };
  }

  async function verify(range: { after: bigint; upTo: bigint }): Promise<void> {
    const current = generation;
    try {
      let found = await difference(range);
      if (found.missing.length + found.unlisted.length > 0) {
        await new Promise<void>((done) => void clock.after(SECOND_READ_MS, done));
        found = await difference(range);
      }
      if (current !== generation) return;
      const { to, from, compared, missing, unlisted } = observable.get();
      const now = clock.now();
      const continues = to !== null && range.after <= to;
      const fresh = continues ? found.received.filter(({ id }) => id > to) : found.received;
      store.backfill(
        found.missing.map((record) => ({ ...record, received_at: now })),
        found.history.records,
      );
      set({
        from: continues ? from : range.after,
        to: range.upTo,
        at: now,
        compared: (continues ? compared : 0) + fresh.length,
        missing: [...missing, ...found.missing.map(({ id }) => id)].slice(-MAX_IDS),
        unlisted: [...unlisted, ...found.unlisted].slice(-MAX_IDS),
        error: null,
      });
    } catch (error) {
      if (current === generation)
        set({ error: error instanceof Error ? error.message : 'the index did not respond' });
    }
  }

  function run(): void {
    if (!requested || hidden() || observable.get().running) return;
    requested = false;
    const range = nextRange();
    if (range === undefined) return;
    set({ running: true });
    void verify(range).finally(() => {
      set({ running: false });
      run();
    });
  }

  /** Compares what was received since the last time, unless that is newer than `maxAge` ms; in a hidden tab once it is visible. */
  function request(maxAge = 0): void {
    const { at } = observable.get();
    if (at !== null && clock.now() - at < maxAge) return;
    requested = true;
    run();
  }

  store.onChange((change) => {
    if (change.is !== 'reset' && change.is !== 'skipped') return;
    generation += 1;
    const { running } = observable.get();
    set({ ...NOT_VERIFIED, running });
  });
  connection.onMessage((message) => {
    if (message.is !== 'gap') return;
    const { after, to } = message;
    if (gap.after === null || (after !== null && after < gap.after)) gap.after = after;
    if (gap.to === null || (to !== null && to > gap.to)) gap.to = to;
    request();
  });
  const afterConnect = () => void clock.after(CONNECT_DELAY_MS, () => store.events().length > 0 && request());
  connection.subscribe(() => {
    const before = connected;
    connected = connection.state().status === 'live';
    if (connected && !before && watchers > 0) afterConnect();
  });

  return {
    state: observable.get,
    subscribe: observable.subscribe,
    request,
    /** Call when the tab becomes visible. */
    resume: run,
    /** Verifies on connect while the event feed is on screen; the returned function ends that. */
    watch(): () => void {
      watchers += 1;
      if (connected) afterConnect();
      return () => void (watchers -= 1);
    },
  };
}
