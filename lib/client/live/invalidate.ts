// Refreshes the queries whose answers an event may have changed, within a budget of requests that the browser's tabs share.
// Invariant: one round at a time; events during a round are in the next, so every refetch sees the effect of its event.
import { EVENT_HISTORY } from '@/lib/client/queries/event-queries';
import { EVENTS_ABOUT } from '@/lib/client/queries/events-about-query';
import type { EndpointName } from '@/lib/contract/endpoints';
import { familyOf, shortKindName, type Family } from '@/lib/contract/event-kinds/catalogue';
import type { LiveEvent } from './messages';
import type { SharedBudget } from './shared-budget';
import type { Clock } from '@/lib/time/clock';

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

/** Events that arrive together are one round. */
const GATHER_MS = 1_000;
/** Between rounds, and after a page was opened: it has just been read. */
const ROUND_INTERVAL_MS = 5_000;
/** A page may send this many requests at once, and then `PER_MINUTE`. */
const BURST = 8;
const PER_MINUTE = 4;
/** The answers of a round lead to further requests within this time. */
const FOLLOW_UP_MS = 1_500;
/** A run on the screen advances by its streamed events; when it ends, or its payment does, its records are read whatever the budget. */
const ENDS_RUN: readonly string[] = [
  'ExecutionFinishedEvent',
  'ExecutionAccomplishedEvent',
  'ExecutionRefundedEvent',
];
/** A connection that keeps breaking refreshes the whole page no more often than this. */
const RECONNECT_INTERVAL_MS = 30_000;
/** A tab that was hidden for long refreshes everything instead of remembering more than this. */
const MAX_MENTIONED = 20_000;

/** Lists that were loaded completely, on request. */
const ON_REQUEST = ['loaded'];
/** The feed has the events themselves; figures refresh on a timer. */
const UNTOUCHED_BY_EVENTS = [EVENT_HISTORY, 'figure', ...ON_REQUEST];

function* stringsIn(value: unknown, depth = 0): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null && depth < 12)
    for (const inner of Object.values(value)) yield* stringsIn(inner, depth + 1);
}

/** Filters of a listing whose rows change only by events that mention the value. */
const NARROWING: Partial<Record<EndpointName, string>> = { 'payments.list': 'execution_object_id' };

interface Options {
  /** Refetches the active queries that match. */
  invalidate: (matches: Matches) => Promise<unknown>;
  /** Reads this tab has sent so far. */
  requests: () => number;
  /** Milliseconds until the key's request limit allows background reads. */
  limitedFor: () => number;
  tabs: SharedBudget;
  /** Ids of the executions whose records are on the screen. */
  shownExecutions: () => readonly string[];
  /** A hidden tab refetches nothing until `resume`. */
  hidden: () => boolean;
  clock: Clock;
}

export function createInvalidator(options: Options) {
  const { invalidate, requests, limitedFor, tabs, shownExecutions, hidden, clock } = options;
  /** Null, or: all queries but those with these names. */
  let allBut: readonly unknown[] | null = null;
  let names = new Map<string, boolean>();
  let kinds = new Set<string>();
  let mentioned = new Set<string>();
  /** What is on the screen may be wrong: the next round does not wait for the budget. */
  let urgent = false;
  let urgentAt = Number.NEGATIVE_INFINITY;
  /** A run on the screen has ended since the last round. */
  let runEnded = false;
  let roundAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  let cancelFollowUp: (() => void) | undefined;
  let running = false;
  let page = 0;
  /** Requests that may be sent now; negative after a round that cost more. */
  let budget = BURST;
  let budgetAt = clock.now();
  /** Reads already taken from the budget. */
  let charged = 0;
  tabs.onSpent((spent) => (budget -= spent));

  function add({ name, mentioned: only }: Affected): void {
    names.set(name, names.get(name) === false ? false : only);
  }

  function addAllBut(left: readonly unknown[]): void {
    if (allBut === null || left.length < allBut.length) allBut = left;
  }

  function matcher(): Matches {
    const left = allBut;
    if (left !== null) return ([name]) => !left.includes(name);
    const affected = names;
    const ids = mentioned;
    const newKinds = kinds;
    return ([name, params, query, about]) => {
      if (name === EVENTS_ABOUT) {
        const asked = (query as { kinds: string }).kinds.split(',');
        const isMentioned = typeof about !== 'string' || ids.has(about);
        return isMentioned && asked.some((kind) => newKinds.has(kind));
      }
      const only = typeof name === 'string' ? affected.get(name) : undefined;
      if (only === undefined) return false;
      const narrowing = NARROWING[name as EndpointName] ?? '';
      const narrowedTo = (query as Record<string, string> | undefined)?.[narrowing];
      if (narrowedTo !== undefined) return ids.has(narrowedTo);
      if (!only || typeof params !== 'object' || params === null) return true;
      return Object.values(params as Record<string, unknown>).some((value) => ids.has(String(value)));
    };
  }

  /** Until a round may start. */
  function delay(): number {
    const now = clock.now();
    budget = Math.min(BURST, budget + ((now - budgetAt) / 60_000) * PER_MINUTE);
    budgetAt = now;
    const forBudget = ((1 - budget) / PER_MINUTE) * 60_000;
    let wait = runEnded ? 0 : forBudget;
    if (urgent) wait = urgentAt + RECONNECT_INTERVAL_MS - now;
    return Math.max(0, wait, roundAt + ROUND_INTERVAL_MS - now, limitedFor());
  }

  /** Takes the reads sent since the last call from the budget of every tab. */
  function charge(): void {
    const spent = requests() - charged;
    charged += spent;
    budget -= spent;
    if (spent > 0) tabs.announce(spent);
  }

  function round(): void {
    const matches = matcher();
    allBut = null;
    names = new Map();
    kinds = new Set();
    mentioned = new Set();
    roundAt = clock.now();
    if (urgent) urgentAt = roundAt;
    urgent = false;
    runEnded = false;
    running = true;
    // Follow-ups of the last round are taken from the budget; what the reader asked for since is not.
    if (cancelFollowUp) charge();
    cancelFollowUp?.();
    cancelFollowUp = undefined;
    charged = requests();
    const ofPage = page;
    void invalidate(matches)
      .catch(() => undefined)
      .then(() => {
        running = false;
        if (ofPage === page) {
          charge();
          cancelFollowUp = clock.after(FOLLOW_UP_MS, () => {
            cancelFollowUp = undefined;
            charge();
          });
        }
        schedule();
      });
  }

  function schedule(): void {
    if (running || cancel !== undefined || hidden() || (allBut === null && names.size === 0)) return;
    cancel = clock.after(Math.max(GATHER_MS, delay()), () => {
      cancel = undefined;
      if (hidden()) return;
      // Meanwhile other tabs or follow-ups may have used up the budget.
      if (delay() > 0) schedule();
      else round();
    });
  }

  function reschedule(): void {
    cancel?.();
    cancel = undefined;
    schedule();
  }

  function refreshAllBut(left: readonly unknown[]): void {
    addAllBut(left);
    urgent = true;
    reschedule();
  }

  return {
    events(events: readonly LiveEvent[]): void {
      for (const event of events) {
        affectedByAll.forEach(add);
        kinds.add(shortKindName(event.kind));
        const family = familyOf(event.kind);
        // A kind this console does not know may affect anything.
        if (family === undefined) addAllBut(UNTOUCHED_BY_EVENTS);
        else affectedBy[family].forEach(add);
        const texts = [...stringsIn(event.payload)];
        if (allBut === null) for (const text of texts) mentioned.add(text);
        if (ENDS_RUN.includes(event.kind) && shownExecutions().some((id) => texts.includes(id)))
          runEnded = true;
      }
      if (mentioned.size > MAX_MENTIONED) {
        addAllBut(UNTOUCHED_BY_EVENTS);
        mentioned.clear();
      }
      if (runEnded) reschedule();
      else schedule();
    },
    /** After a gap or reconnect: anything may have changed. `keepFeed`: except the first page of the event feed. */
    everything(keepFeed = false): void {
      refreshAllBut(keepFeed ? UNTOUCHED_BY_EVENTS : ON_REQUEST);
    },
    /** Nothing on the screen belongs to this log. */
    reset(): void {
      urgentAt = Number.NEGATIVE_INFINITY;
      refreshAllBut([]);
    },
    /** The reader opened another page: it starts with a budget of its own. */
    newPage(): void {
      page += 1;
      cancelFollowUp?.();
      cancelFollowUp = undefined;
      budget = BURST;
      budgetAt = clock.now();
      roundAt = budgetAt;
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
