// What the overview reads, shared by server prefetch and browser. Invariant: figures refresh on a timer, never per event, so that
// an open page stays under 20 requests a minute.
import { keepPreviousData } from '@tanstack/react-query';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import type { Read } from '@/lib/client/read';
import { endpoints, type Answer, type QueryInput } from '@/lib/contract/endpoints';
import type { Scope } from '@/lib/contract/scopes';
import { DUE_KINDS } from '@/lib/view/occurrences';
import { executions, leaders, type Query, tasks } from '@/lib/view/paths';
import { type PeriodName, type Span, spansOf } from '@/lib/view/periods';

const MINUTE_MS = 60_000;
const REFRESH_MS = { statistics: 5 * MINUTE_MS, state: 2 * MINUTE_MS } as const;

/** Tabs and visitors with the same key share figures of this age; shown ages are in minutes. */
const SHARED_MS = 30_000;

export const PERIOD_NAMES = ['1h', '24h', '7d', '30d'] as const satisfies readonly PeriodName[];
export type OverviewPeriod = (typeof PERIOD_NAMES)[number];
export const DEFAULT_PERIOD = '24h';

export function periodIn(search: URLSearchParams): OverviewPeriod {
  const requested = search.get('period');
  return PERIOD_NAMES.find((name) => name === requested) ?? DEFAULT_PERIOD;
}

/** What executions are counted by: a day in hours. */
export const BUCKET = { '1h': 'minute', '24h': 'hour', '7d': 'day', '30d': 'day' } as const;

/** How every figure is read and kept; `end` is empty while it is not known. */
function onTimer<Options extends { queryKey: readonly unknown[] }>(options: Options, refreshMs: number) {
  // Live events do not refresh it.
  const queryKey: readonly unknown[] = ['figure', ...options.queryKey];
  return {
    ...options,
    queryKey,
    staleTime: refreshMs,
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  };
}

type StatsName = 'stats.executions' | 'stats.vertices' | 'stats.failures' | 'stats.payments' | 'stats.events';

/** When a period ends where the time is not known yet. */
const NO_END = '1970-02-01T00:00:00.000Z';

export interface Spans {
  current: Span;
  before: Span;
}

export const spans = (period: OverviewPeriod, end: string): Spans => spansOf(period, end || NO_END);

/** Bounds of the list of executions; its own are inclusive. */
export const boundsOf = ({ from, to }: Span) => ({
  created_after: new Date(from).toISOString(),
  created_before: new Date(to - 1).toISOString(),
});

/** The statistics of a period and the one before. `end` is empty while it is not known; `mayRead`: of the key. */
export function statisticsQueries(
  period: OverviewPeriod,
  end: string,
  mayRead: (scope: Scope) => boolean,
  by?: Read,
) {
  const { current, before } = spans(period, end);
  const ask = <Name extends StatsName>(name: Name, { from, to }: Span, query: QueryInput<Name>) => {
    const window = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    const options = endpointQuery<Name>(name, {} as never, { ...window, ...query }, by, SHARED_MS);
    const enabled = end !== '' && mayRead(endpoints[name].access);
    return { ...onTimer(options, REFRESH_MS.statistics), enabled };
  };
  const outcomes = { group_by: 'status', bucket: BUCKET[period], total: 'true' };
  const skills = { group_by: 'skill,failure_reason', figures: 'duration_max_ms' };
  const tools = { group_by: 'tool', order_by: 'failure_rate.desc' };
  return [
    ask('stats.executions', current, outcomes),
    ask('stats.executions', before, outcomes),
    ask('stats.vertices', current, tools),
    ask('stats.vertices', before, tools),
    ask('stats.failures', current, { group_by: 'tool,failure_reason' }),
    ask('stats.executions', current, skills),
    ask('stats.executions', before, skills),
    ask('stats.payments', current, { group_by: 'state' }),
    ask('stats.payments', before, { group_by: 'state' }),
    ask('stats.events', current, { group_by: 'kind' }),
  ] as const;
}

/** Rows of what runs, is stuck or due. */
export const FIRST_ROWS = 8;

/** A number of rows that the first sentence names. */
export interface State {
  /** `leader`, of which some are `suspended`. */
  noun: string;
  is: string;
  name: 'leaders.list' | 'tasks.list' | 'executions.list';
  /** `now` in steps of a minute. */
  filters: (now: string) => Readonly<Record<string, string>>;
  page: (query: Query) => string;
}

export const STATES: readonly State[] = [
  {
    noun: 'leader',
    is: 'suspended',
    name: 'leaders.list',
    filters: () => ({ status: 'suspended' }),
    page: leaders,
  },
  {
    noun: 'leader',
    is: 'slashed',
    name: 'leaders.list',
    filters: () => ({ status: 'slashed' }),
    page: leaders,
  },
  {
    noun: 'task',
    is: 'overdue',
    name: 'tasks.list',
    filters: (now) => ({ status: 'active', due_before: now }),
    page: tasks,
  },
  { noun: 'run', is: 'stuck', name: 'executions.list', filters: () => ({ stuck: 'true' }), page: executions },
];

/** The number of rows in a state, with the first of them. */
export function stateQuery({ name, filters }: State, now: string, by?: Read) {
  const query = { ...filters(now), page_size: String(FIRST_ROWS) };
  const options = endpointQuery<State['name']>(name, {}, query, by, SHARED_MS);
  return { ...onTimer(options, REFRESH_MS.state), enabled: now !== '' };
}

/** The runs of the state `stuck`. */
export function stuckQuery() {
  const query = { stuck: 'true', page_size: String(FIRST_ROWS) };
  return onTimer(endpointQuery('executions.list', {}, query, undefined, SHARED_MS), REFRESH_MS.state);
}

/** Running executions, those that started first; live events refresh them. */
export function runningQuery(by?: Read) {
  const query = { status: 'running', order_by: 'onchain_created_at.asc', page_size: String(FIRST_ROWS) };
  return endpointQuery('executions.list', {}, query, by);
}

/** Time from event to index by minute, in the hour before `end`. */
export function lagQuery(end: string) {
  const from = new Date(Date.parse(end || NO_END) - 60 * MINUTE_MS).toISOString();
  const options = endpointQuery(
    'stats.events',
    {},
    { from, bucket: 'minute', total: 'true' },
    undefined,
    SHARED_MS,
  );
  return { ...onTimer(options, MINUTE_MS), enabled: end !== '' };
}

/** Active tasks, those due first; an index that ignores the order gives the newest. */
export function dueTasksQuery(by?: Read) {
  const query = { status: 'active', order_by: 'next_due_at.asc', page_size: String(FIRST_ROWS) };
  return onTimer(endpointQuery('tasks.list', {}, query, by, SHARED_MS), REFRESH_MS.state);
}

/** The newest scheduler events: no list has the due occurrences of all tasks. */
export function dueQuery() {
  return onTimer(eventsAboutQuery(DUE_KINDS, null, { pages: 1 }), REFRESH_MS.state);
}

export type Runs = Answer<'stats.executions'>;
