// The listings that can be asked for an address, each with its filter: the same on the server and in the browser.
import type { QueryInput, ListingName } from '@/lib/contract/endpoints';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Read } from '@/lib/client/read';

/** Rows of each listing on the page; the rest are one link away. */
export const FIRST_ROWS = 5;

/** In the order of the page: which parameter of which listing names an address. */
export const NAMED_BY = {
  'events.list': 'sender',
  'executions.list': 'invoker',
  'payments.list': 'funder',
  'tasks.list': 'controller',
  'tools.list': 'creator',
  'dags.list': 'creator',
  'leaders.list': 'leader_address',
  'agents.list': 'creator',
} as const satisfies Partial<{ [Name in ListingName]: keyof QueryInput<Name> }>;
export type NamingListing = keyof typeof NAMED_BY;

/** Read ahead on the server. */
export function addressQueries(address: string, by: Read) {
  return (Object.keys(NAMED_BY) as NamingListing[]).map((name) =>
    endpointQuery(name, {}, { [NAMED_BY[name]]: address, page_size: String(FIRST_ROWS) }, by),
  );
}
