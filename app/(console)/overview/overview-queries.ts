// What the overview reads, shared by server prefetch and browser. Invariant: figures refresh on a timer, never per event, so that
// an open page stays under 20 requests a minute.
import { keepPreviousData } from '@tanstack/react-query';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { beforeAndNow, BUCKET, type StatsName } from '@/lib/client/queries/run-statistics-query';
import type { Read } from '@/lib/client/read';
import { endpoints, type Answer, type ParamsInput, type QueryInput } from '@/lib/contract/endpoints';
import type { Scope } from '@/lib/contract/scopes';
import { DUE_KINDS } from '@/lib/view/occurrences';
import { executions, leaders, type Query, tasks } from '@/lib/view/paths';
import type { PeriodName } from '@/lib/view/periods';

const MINUTE_MS = 60_000;
const REFRESH_MS = 2 * MINUTE_MS;

/** Tabs and visitors with the same key share figures of this age; shown ages are in minutes. */
const SHARED_MS = 30_000;

export const PERIOD_NAMES = ['1h', '24h', '7d', '30d'] as const satisfies readonly PeriodName[];
export type OverviewPeriod = (typeof PERIOD_NAMES)[number];
export const DEFAULT_PERIOD = '24h';

export function periodIn(search: URLSearchParams): OverviewPeriod {
  const requested = search.get('period');
  return PERIOD_NAMES.find((name) => name === requested) ?? DEFAULT_PERIOD;
}

/** How every state is read and kept. */
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

/** The statistics of a period and the one before. `end` is empty while it is not known; `mayRead`: of the key. */
export function statisticsQueries(
  period: OverviewPeriod,
  end: string,
  mayRead: (scope: Scope) => boolean,
  by?: Read,
) {
  const ask = <Name extends StatsName>(name: Name, about: QueryInput<Name>) => {
    const [now, before] = beforeAndNow(name, period, end, about, by);
    const enabled = now.enabled && mayRead(endpoints[name].access);
    return [
      { ...now, enabled },
      { ...before, enabled },
    ] as const;
  };
  const bucket = period === '1h' ? 'minute' : BUCKET[period];
  const skills = { group_by: 'skill,failure_reason', figures: 'duration_max_ms' };
  return [
    ...ask('stats.executions', { group_by: 'status', bucket, total: 'true' }),
    ...ask('stats.vertices', { group_by: 'tool', order_by: 'failure_rate.desc' }),
    ...ask('stats.executions', skills),
    ...ask('stats.payments', { group_by: 'state' }),
    ask('stats.failures', { group_by: 'tool,failure_reason' })[0],
    ask('stats.events', { group_by: 'kind' })[0],
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
  {
    noun: 'execution',
    is: 'stuck',
    name: 'executions.list',
    filters: () => ({ stuck: 'true' }),
    page: executions,
  },
];

function firstRows<Name extends State['name']>(name: Name, filters: QueryInput<Name>, by?: Read) {
  const query: QueryInput<Name> = { ...filters, page_size: String(FIRST_ROWS) };
  return onTimer(endpointQuery(name, {} as ParamsInput<Name>, query, by, SHARED_MS), REFRESH_MS);
}

/** The number of rows in a state, with the first of them. */
export function stateQuery({ name, filters }: State, now: string, by?: Read) {
  return { ...firstRows<State['name']>(name, filters(now), by), enabled: now !== '' };
}

/** The runs of the state `stuck`. */
export const stuckQuery = () => firstRows('executions.list', { stuck: 'true' });

/** Running executions, those that started first; live events refresh them. */
export function runningQuery(by?: Read) {
  const query = { status: 'running', order_by: 'onchain_created_at.asc', page_size: String(FIRST_ROWS) };
  return endpointQuery('executions.list', {}, query, by);
}

/** Time from event to index by minute, in the hour before `end`. */
export function lagQuery(end: string, by?: Read) {
  const from = end && new Date(Date.parse(end) - 60 * MINUTE_MS).toISOString();
  const options = endpointQuery('stats.events', {}, { from, bucket: 'minute', total: 'true' }, by, SHARED_MS);
  return { ...onTimer(options, MINUTE_MS), enabled: end !== '' };
}

/** Active tasks, those due first; an index that ignores the order gives the newest. */
export const dueTasksQuery = (by?: Read) =>
  firstRows('tasks.list', { status: 'active', order_by: 'next_due_at.asc' }, by);

/** What the page shows of the present, besides the statistics. `now`: in steps of a minute. */
export const presentQueries = (now: string, by: Read) => [
  ...STATES.map((state) => stateQuery(state, now, by)),
  runningQuery(by),
  dueTasksQuery(by),
  lagQuery(now, by),
];

/** The newest scheduler events: no list has the due occurrences of all tasks. */
export function dueQuery() {
  return onTimer(eventsAboutQuery(DUE_KINDS, null, { pages: 1 }), REFRESH_MS);
}

export type Runs = Answer<'stats.executions'>;
