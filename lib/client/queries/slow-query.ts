// A read for figures that many events change: it is repeated every so often instead of with each of them, so that a page of twenty figures does not spend
// a key's requests of a minute by itself. Its key is its own, so the refresher leaves it alone.
import type { EndpointName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import type { Read } from '@/lib/client/read';
import { endpointQuery } from './endpoint-query';

const EVERY_MS = 10_000;

/** Query options as endpointQuery's, answered anew every ten seconds while somebody looks. */
export function slowQuery<Name extends EndpointName>(
  name: Name,
  params: ParamsInput<Name>,
  query: QueryInput<Name> = {},
  by?: Read,
) {
  const options = endpointQuery(name, params, query, by);
  return {
    ...options,
    queryKey: ['slow', ...options.queryKey] as readonly unknown[],
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
  };
}
