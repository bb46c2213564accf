// The query of a listing page, made from its URL: the same on the server, which prefetches, and in the browser, which reads on.
import type { ListingName, ParamsInput } from '@/lib/contract/endpoints';
import { readFilters } from '@/lib/client/filters';
import { windowedQuery } from '@/lib/client/listing-window';
import type { Read } from '@/lib/client/read';
import { endpointQuery } from './endpoint-query';

/** Query options for the page of a listing that a URL's search part asks for. `by`: as in endpointQuery. */
export function listingQuery<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  search: URLSearchParams,
  by?: Read,
) {
  const { query } = readFilters(name, search);
  return endpointQuery(name, params, windowedQuery(name, query, search.get('as_of')), by);
}
