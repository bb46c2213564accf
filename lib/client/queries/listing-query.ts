// The query of a listing page, made from its URL: the same on the server, which prefetches, and in the browser, which reads on.
import type { ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import { readFilters } from '@/lib/client/filters';
import { canPin, windowedQuery } from '@/lib/client/listing-window';
import type { Read } from '@/lib/client/read';
import { endpointQuery } from './endpoint-query';
import { steadyPageQuery } from './steady-page-query';

/** Query options for filters that were read from a URL, in the window that its `as_of` or `of` holds still. */
export function listingOf<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  query: QueryInput<Name>,
  search: URLSearchParams,
  by?: Read,
) {
  const of = search.get('of');
  if (of !== null && /^\d{1,15}$/.test(of) && !canPin(name))
    return steadyPageQuery(name, params, query, Number(of), by);
  return endpointQuery(name, params, windowedQuery(name, query, search.get('as_of')), by);
}

/** Query options for the page of a listing that a URL's search part asks for. `by`: as in endpointQuery. */
export function listingQuery<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  search: URLSearchParams,
  by?: Read,
) {
  return listingOf(name, params, readFilters(name, search).query, search, by);
}
