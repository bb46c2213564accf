// Proof that the feed has no gap (spec 6.2): what the stream gave is compared with GET /events over the same range of ids and all kinds, in the background,
// piece by piece. Invariant: what is called checked has been compared; a difference is told and mended, never passed over in silence.
// How a piece is judged is check.ts's; here is when it is asked for, and what a difference leads to.
import { readHistoryRange, type HistoryRange } from '@/lib/client/history-range';
import type { Read } from '@/lib/client/read';
import { compare, lagOf, UNCHECKED, type CheckState, type Difference } from './check';
import type { Feed } from './feed';
import type { LiveEvent } from './live-message';
import { createObserved } from './observed';
import type { Timers } from './timers';

export interface Checker {
  state: () => CheckState;
  subscribe: (listener: () => void) => () => void;
  /** Goes on where it was: the page is looked at again. */
  wake(): void;
  /** Somebody reads the feed itself: checks more often until the answer is called. */
  attend(): () => void;
  stop(): void;
}

/** Events compared in one round: four pages or five. */
const PIECE = 400;
const SOON_MS = 1_000;
/** Between rounds: at most about 120 reads a minute of the key's 600; 15 while little happens, 4 while nobody reads the feed itself. */
const EVERY_MS = 4_000;
const EVERY_WHEN_BEHIND_MS = 2_500;
const EVERY_UNATTENDED_MS = 15_000;
const AFTER_FAILURE_MS = 15_000;
/** A difference is looked at twice: a history that is served from a copy may be a moment behind. */
const SECOND_LOOK_MS = 3_000;
/** Beyond this nobody catches up: the oldest are given up, and the statement begins later. */
const MOST_WAITING = 50_000;
const KEPT_IDS = 50;

export function createChecker(options: {
  read: Read;
  feed: Feed;
  timers: Timers;
  /** True while nobody looks: then nothing is asked. */
  hidden: () => boolean;
}): Checker {
  const { read, feed, timers } = options;
  const observed = createObserved(UNCHECKED);
  /** Given after `to`, in order. */
  let given: LiveEvent[] = [];
  let life = 0;
  let running = false;
  let stopped = false;
  let mending = false;
  let nextAt = 0;
  let attending = 0;
  let cancel: (() => void) | undefined;

  function plan(): void {
    if (running || stopped || cancel !== undefined || given.length === 0 || options.hidden()) return;
    cancel = timers.after(Math.max(SOON_MS, nextAt - timers.now()), () => {
      cancel = undefined;
      running = true;
      void round().finally(() => {
        running = false;
        plan();
      });
    });
  }

  function startOver(after: bigint | null): void {
    life += 1;
    given = [];
    observed.set({ ...UNCHECKED, from: after, to: after });
  }

  feed.listen({
    added(events) {
      if (mending) return;
      const { from, twice } = observed.get();
      if (from === null) {
        const after = feed.snapshot().after ?? (events[0]?.id ?? 1n) - 1n;
        observed.set({ from: after, to: after });
      }
      const doubled: bigint[] = [];
      for (const event of events) {
        const { from: begun, to } = observed.get();
        if (begun !== null && event.id <= begun) continue;
        const last = given.at(-1)?.id ?? to;
        if (last === null || event.id > last) given.push(event);
        else doubled.push(event.id);
      }
      if (doubled.length > 0) observed.set({ twice: [...twice, ...doubled].slice(-KEPT_IDS) });
      giveUpOldest();
      observed.set({ waiting: given.length });
      plan();
    },
    reset: startOver,
    skipped: (_, after) => startOver(after),
    told: () => undefined,
  });

  function giveUpOldest(): void {
    if (given.length <= MOST_WAITING) return;
    const dropped = given[given.length - MOST_WAITING - 1];
    given = given.slice(-MOST_WAITING);
    if (dropped !== undefined) observed.set({ from: dropped.id, to: dropped.id });
  }

  /** Compares one piece; differences that a second look confirms are told. */
  async function round(): Promise<void> {
    const mine = life;
    const piece = given.slice(0, PIECE);
    const up_to = piece.at(-1)?.id;
    const after = observed.get().to;
    if (up_to === undefined || after === null) return;
    try {
      const look = () =>
        readHistoryRange(read, { query: {}, after, up_to, newer: given.length - piece.length });
      let found = await look();
      let difference = compare(piece, found);
      if (difference.any) {
        await new Promise<void>((done) => void timers.after(SECOND_LOOK_MS, done));
        found = await look();
        difference = compare(piece, found);
      }
      if (mine !== life || stopped) return;
      settle(piece, found, difference, up_to);
    } catch (error) {
      if (mine !== life || stopped) return;
      nextAt = timers.now() + AFTER_FAILURE_MS;
      observed.set({ failure: error instanceof Error ? error.message : 'it was not answered' });
    }
  }

  function every(): number {
    if (attending === 0) return EVERY_UNATTENDED_MS;
    return given.length > 0 ? EVERY_WHEN_BEHIND_MS : EVERY_MS;
  }

  function settle(piece: LiveEvent[], found: HistoryRange, difference: Difference, up_to: bigint): void {
    given = given.slice(piece.length);
    const now = timers.now();
    nextAt = now + every();
    if (difference.missing.length > 0) {
      mending = true;
      feed.add(difference.missing.map((record) => ({ ...record, received_at: now })));
      mending = false;
    }
    feed.tell(found.records);
    const { missing, unlisted, compared } = observed.get();
    observed.set({
      to: up_to,
      at: now,
      compared: compared + piece.length,
      waiting: given.length,
      failure: null,
      missing: [...missing, ...difference.missing.map(({ id }) => id)].slice(-KEPT_IDS),
      unlisted: [...unlisted, ...difference.unlisted].slice(-KEPT_IDS),
      lag_ms: lagOf(piece, found) ?? observed.get().lag_ms,
    });
  }

  return {
    state: observed.get,
    subscribe: observed.subscribe,
    wake() {
      stopped = false;
      plan();
    },
    attend() {
      attending += 1;
      nextAt = 0;
      cancel?.();
      cancel = undefined;
      plan();
      return () => void (attending -= 1);
    },
    stop() {
      stopped = true;
      cancel?.();
      cancel = undefined;
    },
  };
}
