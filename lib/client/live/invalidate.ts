// Refreshes the queries that events may have changed, in rounds, within the request budget.
// Invariant: one round at a time; events during a round are in the next, so every refetch sees the effect of its event.
import type { Clock } from '@/lib/time/clock';
import {
  createAffectedQueries,
  mentionsAny,
  ON_REQUEST,
  UNTOUCHED_BY_EVENTS,
  type Matches,
} from './affected-queries';
import type { LiveEvent } from './messages';
import type { RequestBudget } from './request-budget';

/** Events that arrive together are one round. */
const GATHER_MS = 1_000;
/** Between rounds, and after a page was opened: it has just been read. */
const ROUND_INTERVAL_MS = 5_000;
/** A connection that keeps breaking refreshes the whole page no more often than this. */
const RECONNECT_INTERVAL_MS = 30_000;
/** A run on the screen advances by its streamed events; when it ends, or its payment does, its records are read whatever the budget. */
const ENDS_RUN: readonly string[] = [
  'ExecutionFinishedEvent',
  'ExecutionAccomplishedEvent',
  'ExecutionRefundedEvent',
];

interface Options {
  /** Refetches the active queries that match. */
  invalidate: (matches: Matches) => Promise<unknown>;
  budget: RequestBudget;
  /** Milliseconds until the key's request limit allows background reads. */
  limitedFor: () => number;
  /** Ids of the executions whose records are on the screen. */
  shownExecutions: () => readonly string[];
  /** A hidden tab refetches nothing until `resume`. */
  hidden: () => boolean;
  clock: Clock;
}

/** What the next round refreshes, and what lets it ignore the budget. */
const emptyRound = () => ({
  queries: createAffectedQueries(),
  /** What is on the screen may be wrong. */
  isUrgent: false,
  /** A run on the screen has ended. */
  endsRun: false,
});

export function createInvalidator(options: Options) {
  const { invalidate, budget, limitedFor, shownExecutions, hidden, clock } = options;
  let next = emptyRound();
  let isRunning = false;
  let lastRoundAt = Number.NEGATIVE_INFINITY;
  let lastUrgentAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;

  /** Until a round may start. */
  function delay(): number {
    const now = clock.monotonic();
    let wait = next.endsRun ? 0 : budget.delay();
    if (next.isUrgent) wait = lastUrgentAt + RECONNECT_INTERVAL_MS - now;
    return Math.max(0, wait, lastRoundAt + ROUND_INTERVAL_MS - now, limitedFor());
  }

  function startRound(): void {
    const { queries, isUrgent } = next;
    next = emptyRound();
    lastRoundAt = clock.monotonic();
    if (isUrgent) lastUrgentAt = lastRoundAt;
    isRunning = true;
    const endRound = budget.startRound();
    void invalidate((queryKey, answer) => queries.matches(queryKey, answer))
      .catch(() => undefined)
      .then(() => {
        isRunning = false;
        endRound();
        schedule();
      });
  }

  function schedule(): void {
    if (isRunning || cancel !== undefined || hidden() || next.queries.isEmpty()) return;
    cancel = clock.after(Math.max(GATHER_MS, delay()), () => {
      cancel = undefined;
      if (hidden()) return;
      // Meanwhile other tabs or follow-ups may have used up the budget.
      if (delay() > 0) schedule();
      else startRound();
    });
  }

  function reschedule(): void {
    cancel?.();
    cancel = undefined;
    schedule();
  }

  function refreshAllBut(excluded: readonly unknown[]): void {
    next.queries.addAllBut(excluded);
    next.isUrgent = true;
    reschedule();
  }

  return {
    events(events: readonly LiveEvent[]): void {
      for (const event of events) {
        next.queries.addEvent(event);
        if (ENDS_RUN.includes(event.kind) && mentionsAny(event, shownExecutions())) next.endsRun = true;
      }
      if (next.endsRun) reschedule();
      else schedule();
    },
    /** After a gap or reconnect: anything may have changed. `keepFeed`: except the first page of the event feed. */
    everything(keepFeed = false): void {
      refreshAllBut(keepFeed ? UNTOUCHED_BY_EVENTS : ON_REQUEST);
    },
    /** Nothing on the screen belongs to this log. */
    reset(): void {
      lastUrgentAt = Number.NEGATIVE_INFINITY;
      refreshAllBut([]);
    },
    /** Another page was opened, with a full budget. */
    newPage(): void {
      budget.refill();
      lastRoundAt = clock.monotonic();
      reschedule();
    },
    /** The tab is visible again. */
    resume: schedule,
    stop(): void {
      cancel?.();
      cancel = undefined;
    },
  };
}
