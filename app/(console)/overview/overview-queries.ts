// What the overview reads, said once for the server, which reads it ahead, and for the browser.
import { families, shortKindName, type Family } from '@/lib/contract/event-kinds/catalogue';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { slowQuery } from '@/lib/client/queries/slow-query';
import type { Read } from '@/lib/client/read';

/** The listings whose totals are told, in the order of the rail. */
export const COUNTED = [
  'leaders.list',
  'agents.list',
  'tools.list',
  'dags.list',
  'executions.list',
  'tasks.list',
  'payments.list',
  'events.list',
] as const;
export type Counted = (typeof COUNTED)[number];

/** Rows of each list of the newest. */
export const LATEST_ROWS = 10;

/** The smallest page of a listing: its total is what is wanted. */
export function countQuery(name: Counted, filters: Readonly<Record<string, string>> = {}, by?: Read) {
  return slowQuery<Counted>(name, {}, { ...filters, page_size: '1' }, by);
}

/** What is told of the present state: a total and the page that lists it. */
export const STATES = [
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
] as const satisfies readonly { title: string; name: Counted; filters: Record<string, string> }[];

export function latestQuery<Name extends 'executions.list' | 'events.list'>(name: Name, by?: Read) {
  return endpointQuery<Name>(name, {} as never, { page_size: String(LATEST_ROWS) }, by);
}

/** The kinds of a family, as the filter of events names them. */
export function kindsOf(family: Family): string {
  return Object.keys(families[family]).map(shortKindName).join(',');
}

const HOUR_MS = 3_600_000;

/** The last hour, from a full minute on, so that everybody who asks within that minute asks the same. */
export function lastHour(now: number): string {
  return new Date(Math.floor(now / 60_000) * 60_000 - HOUR_MS).toISOString();
}

export const FAMILIES = Object.keys(families) as Family[];

/** One count a family, in the order of FAMILIES. */
export function rateQueries(created_after: string, by?: Read) {
  return FAMILIES.map((family) => countQuery('events.list', { kinds: kindsOf(family), created_after }, by));
}
