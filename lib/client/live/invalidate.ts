// Refreshes the queries whose answers an event may have changed, within a budget of requests.
// Invariant: one round at a time; events during a round are in the next, so every refetch sees the effect of its event.
import { EVENT_HISTORY } from '@/lib/client/queries/event-queries';
import type { EndpointName } from '@/lib/contract/endpoints';
import { familyOf, type Family } from '@/lib/contract/event-kinds/catalogue';
import type { LiveEvent } from './messages';
import type { Timers } from './timers';

export interface Affected {
  name: EndpointName;
  /** Only requests with a path parameter that occurs in the event's payload. */
  mentioned: boolean;
}

const any = (...names: EndpointName[]): Affected[] => names.map((name) => ({ name, mentioned: false }));
const own = (...names: EndpointName[]): Affected[] => names.map((name) => ({ name, mentioned: true }));

const executionRecords = own(
  'executions.get',
  'executions.walks',
  'executions.events',
  'executions.submission-failures',
  'executions.gas',
  'executions.payment-ledger',
);

/** The endpoints that each family of events affects; a test checks that none is forgotten. */
export const affectedBy: Record<Family, readonly Affected[]> = {
  dag: [...any('dags.list'), ...own('dags.get', 'dags.structure')],
  execution: [...any('executions.list', 'agents.executions', 'tasks.executions'), ...executionRecords],
  verification: [...any('tools.list'), ...own('tools.get', 'executions.events', 'executions.walks')],
  tool: [...any('tools.list'), ...own('tools.get')],
  'tool-payment': [],
  payment: [
    ...any('payments.list', 'payments.get', 'executions.list', 'tasks.list', 'tasks.reserve'),
    ...executionRecords,
  ],
  leader: [...any('leaders.list'), ...own('leaders.get')],
  staking: [
    ...any('leaders.list', 'leaders.registry'),
    ...own('leaders.get', 'leaders.stake-events', 'leaders.suspension-skips'),
  ],
  'priority-fee': any('priority-fees.events'),
  scheduler: [
    ...any('tasks.list', 'agents.tasks', 'executions.list', 'tasks.executions'),
    ...own('tasks.occurrences', 'tasks.reserve', 'executions.get'),
  ],
  agent: [...any('agents.list'), ...own('agents.skills', 'agents.skill-revisions')],
  'key-management': [],
};

/** Every event is a row of the history. */
export const affectedByAll = any('events.list');

/** Whether the answers of a query key ([name, params, query]) may have changed. */
export type Matches = (queryKey: readonly unknown[]) => boolean;

const MIN_INTERVAL_MS = 1_000;
/** A page may refetch this many queries at once, and then `perMinute`. */
const BURST = 12;
const PER_MINUTE = 5;

function* stringsIn(value: unknown, depth = 0): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null && depth < 12)
    for (const inner of Object.values(value)) yield* stringsIn(inner, depth + 1);
}

/** `invalidate` refetches the active queries that match and resolves with their number. */
export function createInvalidator(options: {
  invalidate: (matches: Matches) => Promise<number>;
  timers: Timers;
}) {
  const { timers } = options;
  let all: 'no' | 'all but the feed' | 'yes' = 'no';
  let names = new Map<string, boolean>();
  let mentioned = new Set<string>();
  let cancel: (() => void) | undefined;
  let running = false;
  /** Requests that may be made now; negative after a round that cost more. */
  let budget = BURST;
  let budgetAt = timers.now();

  function add({ name, mentioned: only }: Affected): void {
    names.set(name, names.get(name) === false ? false : only);
  }

  function matcher(): Matches {
    if (all === 'yes') return () => true;
    if (all === 'all but the feed') return ([name]) => name !== EVENT_HISTORY;
    const affected = names;
    const ids = mentioned;
    return ([name, params]) => {
      const only = typeof name === 'string' ? affected.get(name) : undefined;
      if (only === undefined) return false;
      if (!only || typeof params !== 'object' || params === null) return true;
      return Object.values(params as Record<string, unknown>).some((value) => ids.has(String(value)));
    };
  }

  /** Until the budget allows another request. */
  function delay(): number {
    const now = timers.now();
    budget = Math.min(BURST, budget + ((now - budgetAt) / 60_000) * PER_MINUTE);
    budgetAt = now;
    return Math.max(MIN_INTERVAL_MS, ((1 - budget) / PER_MINUTE) * 60_000);
  }

  function schedule(): void {
    if (running || cancel !== undefined || (all === 'no' && names.size === 0)) return;
    cancel = timers.after(delay(), () => {
      cancel = undefined;
      const matches = matcher();
      all = 'no';
      names = new Map();
      mentioned = new Set();
      running = true;
      void options
        .invalidate(matches)
        .catch(() => 1)
        .then((requests) => {
          budget -= requests;
          running = false;
          schedule();
        });
    });
  }

  return {
    events(events: readonly LiveEvent[]): void {
      for (const event of events) {
        affectedByAll.forEach(add);
        const family = familyOf(event.kind);
        // A kind this console does not know may affect anything.
        if (family === undefined) all = all === 'yes' ? all : 'all but the feed';
        else affectedBy[family].forEach(add);
        for (const text of stringsIn(event.payload)) mentioned.add(text);
      }
      schedule();
    },
    /** After a reset, gap or reconnect: anything may have changed. `keepFeed`: except the first page of the event feed. */
    everything(keepFeed = false): void {
      if (!keepFeed) all = 'yes';
      else if (all === 'no') all = 'all but the feed';
      // What is on screen may be wrong: do not wait for the budget.
      delay();
      budget = Math.max(budget, 1);
      cancel?.();
      cancel = undefined;
      schedule();
    },
    stop(): void {
      cancel?.();
      cancel = undefined;
    },
  };
}
