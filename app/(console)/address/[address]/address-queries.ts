// The lists that can be filtered by an address, for server and browser alike.
import type { QueryInput, ListingName } from '@/lib/contract/endpoints';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Read } from '@/lib/client/read';

export const FIRST_ROWS = 5;

/** The filter of each list that takes an address, in page order. */
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

/** Prefetched on the server. */
export function addressQueries(address: string, by: Read) {
  return (Object.keys(NAMED_BY) as NamingListing[]).map((name) =>
    endpointQuery(name, {}, { [NAMED_BY[name]]: address, page_size: String(FIRST_ROWS) }, by),
  );
}
