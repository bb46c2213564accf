// The listings that can be asked for an address, each with its filter: the same on the server and in the browser.
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Read } from '@/lib/client/read';

/** Rows of each listing on the page; the rest are one link away. */
export const FIRST_ROWS = 5;

/** Read ahead on the server, in the order of the page. */
export function addressQueries(address: string, by: Read) {
  const page_size = String(FIRST_ROWS);
  return [
    endpointQuery('events.list', {}, { sender: address, page_size }, by),
    endpointQuery('executions.list', {}, { invoker: address, page_size }, by),
    endpointQuery('payments.list', {}, { funder: address, page_size }, by),
    endpointQuery('tasks.list', {}, { controller: address, page_size }, by),
    endpointQuery('tools.list', {}, { creator: address, page_size }, by),
    endpointQuery('dags.list', {}, { creator: address, page_size }, by),
    endpointQuery('leaders.list', {}, { leader_address: address, page_size }, by),
  ];
}
