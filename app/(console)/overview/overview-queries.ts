// What the overview reads, shared by server prefetch and browser. Invariant: figures refresh on a timer, never per event,
// so that loading takes 12 requests where the index has statistics, and an open page stays under 20 a minute.
import { keepPreviousData } from '@tanstack/react-query';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import type { Read } from '@/lib/client/read';
import { requestPath } from '@/lib/contract/endpoint-url';
import type { Answer } from '@/lib/contract/endpoints';
import { families, shortKindName, type Family } from '@/lib/contract/event-kinds/catalogue';
import { DUE_KINDS } from '@/lib/view/occurrences';
import { agents, dags, events, executions, leaders, payments, tasks, tools } from '@/lib/view/paths';

export const LATEST_ROWS = 10;
const MINUTE_MS = 60_000;
/** Totals change slowly; states are what one watches. */
export const REFRESH_MS = { total: 5 * MINUTE_MS, state: 2 * MINUTE_MS } as const;

/** Tabs and visitors with the same key share figures of this age; shown ages are in minutes. */
const SHARED_MS = 30_000;

/** The lists that are counted, with their pages. */
export const LISTS = {
  'leaders.list': { title: 'Leaders', page: leaders },
  'agents.list': { title: 'Agents', page: agents },
  'tools.list': { title: 'Tools', page: tools },
  'dags.list': { title: 'DAGs', page: dags },
  'executions.list': { title: 'Executions', page: executions },
  'tasks.list': { title: 'Tasks', page: tasks },
  'payments.list': { title: 'Payments', page: payments },
  'events.list': { title: 'Events', page: events },
} as const;
type CountedList = keyof typeof LISTS;

export interface Figure {
  title: string;
  name: CountedList;
  filters: Readonly<Record<string, string>>;
}

export const TOTALS: readonly Figure[] = (Object.keys(LISTS) as CountedList[]).map((name) => ({
  title: LISTS[name].title,
  name,
  filters: {},
}));

export const STATES: readonly Figure[] = [
  { title: 'Executions running', name: 'executions.list', filters: { status: 'running' } },
  { title: 'Executions settling', name: 'executions.list', filters: { status: 'pending_settlement' } },
  { title: 'Executions failed', name: 'executions.list', filters: { status: 'failed' } },
  { title: 'Executions aborted', name: 'executions.list', filters: { status: 'aborted' } },
  { title: 'Payments pending', name: 'payments.list', filters: { final_state: 'pending' } },
  { title: 'Leaders active', name: 'leaders.list', filters: { status: 'active' } },
  { title: 'Leaders suspended', name: 'leaders.list', filters: { status: 'suspended' } },
  { title: 'Leaders slashed', name: 'leaders.list', filters: { status: 'slashed' } },
  { title: 'Tasks active', name: 'tasks.list', filters: { status: 'active' } },
  { title: 'DAGs being built', name: 'dags.list', filters: { finalized: 'false' } },
];

/** A query that live events do not refresh, by a key of its own. */
function onTimer<Options extends { queryKey: readonly unknown[] }>(options: Options, refreshMs: number) {
  const queryKey: readonly unknown[] = ['figure', ...options.queryKey];
  return { ...options, queryKey, staleTime: refreshMs, refetchInterval: refreshMs };
}

/** The total of a filtered list, read with the smallest page. */
function countQuery(name: CountedList, filters: Figure['filters'], by?: Read) {
  const refreshMs = Object.keys(filters).length === 0 ? REFRESH_MS.total : REFRESH_MS.state;
  const query = { ...filters, page_size: '1' };
  return onTimer(endpointQuery<CountedList>(name, {}, query, by, SHARED_MS), refreshMs);
}

export function latestQuery<Name extends 'executions.list' | 'events.list'>(name: Name, by?: Read) {
  return endpointQuery<Name>(name, {} as never, { page_size: String(LATEST_ROWS) }, by);
}

/** The totals of all lists, whole and by state, where the index has statistics. */
export function totalsQuery(by?: Read) {
  return onTimer(endpointQuery('stats.totals', {}, {}, by, SHARED_MS), REFRESH_MS.state);
}

/** A figure among the totals; undefined where the index does not count it. */
export function countIn({ counts }: Answer<'stats.totals'>, { name, filters }: Figure): number | undefined {
  const path = requestPath(name, {}, filters);
  return counts.find(({ request }) => request === path)?.count;
}

/** The query behind a figure where the index has no totals; two come with the latest rows. */
export function figureQuery({ name, filters }: Figure, by?: Read) {
  const isTotal = Object.keys(filters).length === 0;
  if (isTotal && (name === 'executions.list' || name === 'events.list'))
    return latestQuery(name, by) as ReturnType<typeof countQuery>;
  return countQuery(name, filters, by);
}

/** The kinds of a family, as the events filter names them. */
export function kindsOf(family: Family): string {
  return Object.keys(families[family]).map(shortKindName).join(',');
}

const STEP_MS = 5 * MINUTE_MS;

/** The time some hours ago, in steps of five minutes so that the figures stay cached. */
export function hoursAgo(hours: number, now: number): string {
  return new Date(Math.floor(now / STEP_MS) * STEP_MS - hours * 60 * MINUTE_MS).toISOString();
}

export const FAMILIES = Object.keys(families) as Family[];

/** Events since a time by minute and family. */
export function eventRatesQuery(since: string) {
  const query = { from: since, bucket: 'minute', group_by: 'family' };
  return {
    ...onTimer(endpointQuery('stats.events', {}, query, undefined, SHARED_MS), MINUTE_MS),
    placeholderData: keepPreviousData,
  };
}

/** Events since a time by kind. */
export function changesQuery(since: string) {
  const query = { from: since, group_by: 'kind' };
  return {
    ...onTimer(endpointQuery('stats.events', {}, query, undefined, SHARED_MS), REFRESH_MS.total),
    placeholderData: keepPreviousData,
  };
}

/** What the executions started since a time cost. */
export function costsQuery(since: string) {
  return {
    ...onTimer(endpointQuery('stats.costs', {}, { from: since }, undefined, SHARED_MS), REFRESH_MS.state),
    placeholderData: keepPreviousData,
  };
}

/** Active tasks, those due first; an index that ignores the order gives the newest. */
export function dueTasksQuery() {
  const query = { status: 'active', order_by: 'next_due_at.asc', page_size: '6' };
  return onTimer(endpointQuery('tasks.list', {}, query, undefined, SHARED_MS), REFRESH_MS.state);
}

/** The newest scheduler events: no list has the due occurrences of all tasks. */
export function dueQuery() {
  return onTimer(eventsAboutQuery(DUE_KINDS, null, { pages: 1 }), REFRESH_MS.state);
}
