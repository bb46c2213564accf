// What the overview reads, said once for the server, which reads it ahead, and for the browser.
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
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

/** Rows of each of the two lists of the newest. */
export const LATEST_ROWS = 10;

/** The smallest page of a listing: its total is what is wanted. */
export function countQuery<Name extends Counted>(name: Name, by?: Read) {
  return endpointQuery<Counted>(name, {}, { page_size: '1' }, by);
}

export function latestQuery<Name extends 'executions.list' | 'events.list'>(name: Name, by?: Read) {
  return endpointQuery<Name>(name, {} as never, { page_size: String(LATEST_ROWS) }, by);
}
