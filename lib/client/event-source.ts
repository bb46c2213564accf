// Where the rows of the events page come from: the first page of history, then the stream; older pages when they are scrolled to.
// Invariant: no hole. History is read again while the feed begins later than it reaches, and what the stream gives until then is only counted; a first page
// that is read again joins what is held where it overlaps it; an older page counts only when it does, however the offsets have drifted meanwhile.
// Changes are told in handfuls, seldom enough for a screen that has to be drawn.
import type { EventRecord } from '@/lib/contract/events';
import { matchOf, type EventRow } from './event-rows';
import { createEventWindow, type WindowLimits, type WindowRows } from './event-window';
import type { Feed } from './live/feed';
import { createObserved } from './live/observed';
import type { Timers } from './live/timers';
import type { EventQuery, HistoryPage } from './queries/event-history';
import type { Read } from './read';

export interface SourceState extends WindowRows {
  /** The first page of the history has to be read (again). */
  wants: boolean;
  total: number | null;
  atEnd: boolean;
  full: boolean;
  loadingOlder: boolean;
  olderFailure: Error | null;
}

export interface EventSourceRows {
  state: () => SourceState;
  subscribe: (listener: () => void) => () => void;
  /** A first page that has been read. */
  fill(page: HistoryPage): void;
  loadOlder(): void;
  follow(on: boolean): void;
  showNewer: () => void;
  seen(index: number): void;
  /** Begins to listen to the feed; the answer ends it. */
  start(): () => void;
}

const PAGE = 100;
/** Rows asked for again with each older page: they prove that nothing lies between. */
const OVERLAP = 5;
const TRIES = 8;
const TOLD_EVERY_MS = 50;
/** While many events come: a screen that is drawn anew more often cannot be read. */
const TOLD_EVERY_WHEN_BUSY_MS = 250;
const BUSY_PER_SECOND = 40;

/** Whether history has to be read again to close up with the feed, which holds everything after `after`; `covered`: how far the read reached. */
export function hasHole(
  after: bigint | null,
  history: { covered: bigint | null; newest: bigint | null },
): boolean {
  if (after === null) return false;
  const covered = history.covered ?? history.newest;
  return covered === null || after > covered;
}

export function createEventSource(options: {
  query: EventQuery;
  read: Read;
  feed: Feed;
  timers: Timers;
  limits?: WindowLimits;
}): EventSourceRows {
  const { query, read, feed, timers } = options;
  const live = query.created_before === undefined;
  const window = createEventWindow(matchOf(query), options.limits);
  const first: SourceState = {
    ...window.rows(),
    wants: true,
    total: null,
    atEnd: false,
    full: false,
    loadingOlder: false,
    olderFailure: null,
  };
  const observed = createObserved<SourceState>(first);
  let page: HistoryPage | undefined;
  /** Offset of the row below the oldest, when `arrived` and `dropped` were what they were then; null at the end. */
  let below: { token: number | null; arrived: number; dropped: number } | undefined;
  let cancel: (() => void) | undefined;
  let life = 0;
  /** History and stream have met: from here on the stream alone keeps them together. */
  let met = false;

  function tell(change: Partial<SourceState> = {}): void {
    cancel?.();
    cancel = undefined;
    const atEnd = below !== undefined && below.token === null && window.dropped === below.dropped;
    observed.set({ ...window.rows(), atEnd, full: window.full, ...change });
  }

  function tellSoon(): void {
    const busy = feed.rate.perSecond(timers.now() + 1000) > BUSY_PER_SECOND;
    cancel ??= timers.after(busy ? TOLD_EVERY_WHEN_BUSY_MS : TOLD_EVERY_MS, () => tell());
  }

  /** Where the stream begins later than the page reaches, its events do not join what is held. */
  function meets(): boolean {
    if (page === undefined) return false;
    if (met) return true;
    const { after } = feed.snapshot();
    const apart = live && hasHole(after, { covered: page.covered, newest: page.items[0]?.id ?? null });
    // Before the stream says where it begins, nothing is known to be missing, and nothing is proved.
    met = !live || (after !== null && !apart);
    return !apart;
  }

  /** Until history closes up, what the stream gives is counted and not put on top. */
  function look(): boolean {
    const joined = meets();
    if (!joined && page !== undefined && !window.detached) window.part(0);
    return joined;
  }

  /** Live events belong to the window only while it reaches up to the present. */
  const since = (after: bigint | null): readonly EventRow[] =>
    live ? feed.events().filter(({ id }) => id > (after ?? 0n)) : [];

  function fill(answer: HistoryPage): void {
    if (answer === page) return;
    // Once the two have met the stream brings everything: a page above what is held tells of nothing that will not come.
    const closes = live && met;
    page = answer;
    const oldest = answer.items.at(-1)?.id ?? null;
    window.fill(answer.items, meets() ? since(oldest) : [], closes);
    const joined = look();
    if (window.oldest === oldest || below === undefined)
      below = {
        token: answer.metadata.next_token,
        arrived: window.arrived,
        dropped: window.dropped,
      };
    tell({ wants: !joined, total: answer.metadata.total_items });
  }

  async function readOlder(): Promise<void> {
    const mine = life;
    let token = tokenBelow();
    for (let attempt = 0; attempt < TRIES && token !== null; attempt += 1) {
      const { arrived, dropped } = window;
      const asked = { ...query, page_size: String(PAGE), page_token: String(token) };
      const { items, metadata } = await read('events.list', {}, asked);
      if (mine !== life) return;
      const before = window.oldest;
      if (!window.prepend(items)) {
        token = Math.max(0, token - PAGE * 2 ** attempt);
        continue;
      }
      below = { token: metadata.next_token, arrived, dropped };
      if (window.oldest !== before || metadata.next_token === null) return;
      token = metadata.next_token;
    }
  }

  function tokenBelow(): number | null {
    if (below === undefined) return null;
    const { token, arrived, dropped } = below;
    if (token === null && window.dropped === dropped) return null;
    const depth = token ?? observed.get().total ?? 0;
    return Math.max(0, depth + (window.arrived - arrived) - (window.dropped - dropped) - OVERLAP);
  }

  return {
    state: observed.get,
    subscribe: observed.subscribe,
    fill,
    loadOlder() {
      const { loadingOlder, wants, atEnd, full } = observed.get();
      if (loadingOlder || wants || atEnd || full) return;
      tell({ loadingOlder: true, olderFailure: null });
      readOlder().then(
        () => tell({ loadingOlder: false }),
        (error: unknown) =>
          tell({
            loadingOlder: false,
            olderFailure: error instanceof Error ? error : new Error(String(error)),
          }),
      );
    },
    follow(on) {
      const { newer } = window.rows();
      window.follow(on);
      if (on && window.detached) tell({ wants: true });
      else if (window.rows().newer !== newer) tell();
    },
    showNewer() {
      const wants = window.detached;
      window.showNewer();
      if (wants) below = undefined;
      tell(wants ? { wants } : {});
    },
    seen: (index) => window.seen(index),
    start() {
      if (page !== undefined && live) window.append(since(window.rows().rows.at(-1)?.id ?? null));
      const stopListening = feed.listen({
        added(events) {
          // Before the first page is here the feed keeps them.
          if (!live || page === undefined) return;
          look();
          window.append(events);
          tellSoon();
        },
        reset() {
          life += 1;
          met = false;
          page = undefined;
          below = undefined;
          window.reset();
          tell({ wants: true, loadingOlder: false });
        },
        skipped(from, after) {
          if (!live) return;
          met = false;
          window.part(from === null ? 0 : Number(after - from));
          tell({ wants: true });
        },
        told(records: readonly EventRecord[]) {
          window.tell(records);
          tellSoon();
        },
      });
      const stopWatching = feed.subscribe(() => {
        if (page !== undefined && !look() && !observed.get().wants) tell({ wants: true });
      });
      tell(page === undefined ? {} : { wants: !meets() });
      return () => {
        stopListening();
        stopWatching();
        cancel?.();
        cancel = undefined;
      };
    },
  };
}
