// A listing read to its end because a page was asked to: to sort all of it, or to find the rows whose value is unknown, which no index can be asked for.
// Invariant: it is read when asked and not again with every event, for that would cost the key a request a hundred rows, every second. The page tells
// how old it is and how many rows are newer.
import type { ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import type { Item } from '@/lib/contract/endpoints';
import { allPagesQuery } from './all-pages-query';

/** Query options for all rows that match. Its key is its own, so events do not refresh it. */
export function wholeQuery<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  idOf: (row: Item<Name>) => string,
  query: QueryInput<Name>,
) {
  const options = allPagesQuery(name, params, idOf, query);
  return { ...options, queryKey: ['whole', ...options.queryKey] as const, staleTime: Infinity };
}
