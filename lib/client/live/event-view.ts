// The rows of one filter on the events page: the first page of history, then the stream, and older pages on request.
// Invariant: no hole. History is read again while the stream begins later than it reaches; an older page counts only where it overlaps.
import { isLive, matchesEvent, matchOf } from '@/lib/client/event-filter';
import type { EventQuery, HistoryPage } from '@/lib/client/queries/event-queries';
import type { Read } from '@/lib/client/read';
import type { EventStore, StoreChange } from './event-store';
import { createEventWindow, type EventRow, type WindowLimits, type WindowRows } from './event-window';
import type { LiveEvent } from './messages';
import { createObservable } from '@/lib/client/observable';
import { createOlderPages } from './older-pages';
import { createRate } from './rate';

export interface ViewState extends WindowRows {
  /** The first page of history must be read (again). */
  needsHistory: boolean;
  /** The index provides no history: the rows are the events received over the stream. */
  streamOnly: boolean;
  total: number | null;
  atEnd: boolean;
  full: boolean;
  loadingOlder: boolean;
  olderError: Error | null;
  /** Matching events received over the stream. */
  received: number;
}

export type EventView = ReturnType<typeof createEventView>;

/** Whether events are missing between history, read when the newest id was `covered`, and a stream that begins after `after`. */
export function hasHole(
  after: bigint | null,
  history: { covered: bigint | null; newest: bigint | null },
): boolean {
  if (after === null) return false;
  const covered = history.covered ?? history.newest;
  return covered === null || after > covered;
}

export function createEventView(options: {
  query: EventQuery;
  read: Read;
  store: EventStore;
  limits?: WindowLimits;
}) {
  const { query, read, store } = options;
  const live = isLive(query);
  const match = matchOf(query);
  const window = createEventWindow(match, options.limits);
  const older = createOlderPages({ query, read, window });
  const rate = createRate();
  const observable = createObservable<ViewState>({
    ...window.rows(),
    needsHistory: true,
    streamOnly: false,
    total: null,
    atEnd: false,
    full: false,
    loadingOlder: false,
    olderError: null,
    received: 0,
  });
  let page: HistoryPage | undefined;
  let received = 0;
  /** History and stream have met: from here on the stream alone keeps the rows complete. */
  let joined = false;
  let streamOnly = false;

  function publish(change: Partial<ViewState> = {}): void {
    const { full } = window;
    observable.set({ ...window.rows(), atEnd: older.atEnd, full, received, streamOnly, ...change });
  }

  /** Requests the first page again; without history, what the stream has delivered takes its place. */
  function requestHistory(change: Partial<ViewState> = {}): void {
    if (streamOnly) window.fill([], liveAfter(null));
    publish({ ...change, needsHistory: !streamOnly });
  }

  /** Whether the stream continues what history has read. */
  function isContinuous(): boolean {
    if (joined || streamOnly) return true;
    if (page === undefined) return false;
    const { after } = store.state();
    const hole = live && hasHole(after, { covered: page.covered, newest: page.items[0]?.id ?? null });
    joined = !live || (after !== null && !hole);
    return !hole;
  }

  /** The same; while there is a hole, what the stream delivers is only counted. */
  function join(): boolean {
    const complete = isContinuous();
    if (!complete && page !== undefined) window.detach(0);
    return complete;
  }

  function count(events: readonly LiveEvent[]): void {
    const matching = events.filter((event) => matchesEvent(event, match));
    for (const { received_at } of matching) rate.count(1, received_at);
    received += matching.length;
  }

  const liveAfter = (id: bigint | null): readonly EventRow[] =>
    live ? store.events().filter((event) => event.id > (id ?? 0n)) : [];

  /** Takes a first page of history. */
  function fill(next: HistoryPage): void {
    if (next === page) return;
    const closes = live && joined;
    page = next;
    streamOnly = false;
    const oldest = next.items.at(-1)?.id ?? null;
    window.fill(next.items, isContinuous() ? liveAfter(oldest) : [], closes);
    const complete = join();
    if (window.oldestRead === oldest || !older.isKnown) older.continueAt(next.metadata);
    publish({ needsHistory: !complete, total: next.metadata.total_items });
  }

  function handle(change: StoreChange): void {
    if (change.is === 'reset') {
      joined = false;
      page = undefined;
      older.reset();
      window.reset();
      requestHistory({ loadingOlder: false });
    } else if (change.is === 'dated') {
      window.addTimes(change.records);
      publish();
    } else if (change.is === 'skipped') {
      if (!live) return;
      joined = false;
      window.detach(change.from === null ? 0 : Number(change.after - change.from));
      requestHistory();
    } else if (live) {
      if (change.is === 'added') count(change.events);
      // Until the first page is here the store keeps the events.
      if (page === undefined && !streamOnly) return publish();
      const complete = join();
      if (change.is === 'added') window.append(change.events);
      publish(complete ? {} : { needsHistory: true });
    }
  }

  return {
    state: observable.get,
    subscribe: observable.subscribe,
    /** Of the matching events. */
    rate,
    fill,
    /** Shows what the stream delivers, for an index that provides no history. */
    followStream(): void {
      if (!live || streamOnly || page !== undefined) return;
      streamOnly = true;
      requestHistory();
    },
    loadOlder(): void {
      const { loadingOlder, needsHistory, atEnd, full, total } = observable.get();
      if (loadingOlder || needsHistory || atEnd || full || streamOnly) return;
      publish({ loadingOlder: true, olderError: null });
      older.read(total ?? 0).then(
        () => publish({ loadingOlder: false }),
        (error: unknown) => {
          const olderError = error instanceof Error ? error : new Error(String(error));
          publish({ loadingOlder: false, olderError });
        },
      );
    },
    follow(on: boolean): void {
      window.follow(on);
      if (on && window.detached) requestHistory();
      else publish();
    },
    showNewer(): void {
      const { detached } = window;
      window.showNewer();
      if (!detached) return publish();
      older.forget();
      requestHistory();
    },
    /** Rows down to this index are in view. */
    seen: (index: number) => window.seen(index),
    /** Subscribes to the store; the returned function ends it. */
    start(): () => void {
      if (live) count(store.events());
      if (page !== undefined && live) window.append(liveAfter(window.rows().rows.at(-1)?.id ?? null));
      const stop = store.onChange(handle);
      publish(page === undefined && !streamOnly ? {} : { needsHistory: !join() });
      return stop;
    },
  };
}

/** The views opened last, so that returning to one finds its rows as they were. */
export function createEventViews(create: (query: EventQuery) => EventView, max = 3) {
  const views = new Map<string, { view: EventView; stop?: () => void }>();
  return {
    /** The view of this filter, created if there is none. It is not subscribed until it is shown. */
    get(query: EventQuery): EventView {
      const key = JSON.stringify(Object.entries(query).sort());
      const entry = views.get(key) ?? { view: create(query) };
      views.delete(key);
      views.set(key, entry);
      const [oldest] = views;
      if (oldest !== undefined && views.size > max) {
        views.delete(oldest[0]);
        oldest[1].stop?.();
      }
      return entry.view;
    },
    /** Subscribes a view that is on screen; it stays subscribed until others replace it. */
    show(view: EventView): void {
      for (const entry of views.values()) if (entry.view === view) entry.stop ??= view.start();
    },
  };
}
