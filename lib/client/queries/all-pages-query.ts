// Every page of a listing as one answer, for what must be seen whole: the events of one execution, its ledger.
// Invariant: no row twice (rows that arrive while pages are read push others down), none left out unless `complete` is false.
// The key starts as the listing's own does, so whatever refreshes the listing refreshes this too.
import { queryOptions } from '@tanstack/react-query';
import type { Item, ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import type { Listing } from '@/lib/contract/record';
import { read, type Read } from '@/lib/client/read';
import { retryDelay, shouldRetry } from '@/lib/client/retry';
import { endpointKey, FRESH_MS } from './endpoint-query';
import { tellProgress } from './reading-progress';

const PAGE_SIZE = 100;
/** Beyond this a page says that it shows a part: 10,000 rows are more than anyone reads. */
const MOST_PAGES = 100;

export interface AllPages<Row> {
  items: Row[];
  total_items: number;
  /** False when reading stopped at the most pages. */
  complete: boolean;
}

/** Query options that read a listing to its end. `idOf` names a row; rows keep the index's order. */
export function allPagesQuery<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  idOf: (row: Item<Name>) => string | number,
  query: QueryInput<Name> = {},
  by: Read = read,
) {
  return queryOptions<AllPages<Item<Name>>, Error, AllPages<Item<Name>>, readonly unknown[]>({
    queryKey: [...endpointKey(name, params, query), 'all pages'],
    queryFn: async ({ signal, client, queryKey }) => {
      const rows = new Map<string | number, Item<Name>>();
      let token: number | null = null;
      let total_items = 0;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const asked: QueryInput<Name> = {
          ...query,
          page_size: String(PAGE_SIZE),
          ...(token !== null && { page_token: String(token) }),
        };
        const answer = (await by(name, params, asked, { signal })) as Listing<Item<Name>>;
        for (const row of answer.items) if (!rows.has(idOf(row))) rows.set(idOf(row), row);
        token = answer.metadata.next_token;
        total_items = answer.metadata.total_items;
        if (token === null) break;
        tellProgress(client, queryKey, { read: rows.size, of: total_items });
      }
      return { items: [...rows.values()], total_items, complete: token === null };
    },
    staleTime: FRESH_MS,
    networkMode: 'always',
    retry: shouldRetry,
    retryDelay: (failures, error) => retryDelay(failures, error, Math.random),
  });
}
