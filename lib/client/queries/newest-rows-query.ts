// The newest rows of a listing, read page by page on request only: what figures are computed from where an index has no statistics.
// Invariant: `items` match the filters, also where the index ignores them.
import { queryOptions } from '@tanstack/react-query';
import type { Item, ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import { matchingRows } from '@/lib/client/ignored-filters';
import { read, type Read } from '@/lib/client/read';
import { MAX_PAGE_SIZE } from '@/lib/contract/query-params';
import { type Progress, progressKey, readAllRows } from './all-pages-query';
import { endpointKey, readOptions } from './endpoint-query';

/** Read at most. */
export const MOST_ROWS = 2_000;

export interface NewestRows<Row> {
  items: Row[];
  /** Rows read; more than `items` where the index ignored a filter. */
  read: number;
  total_items: number;
  complete: boolean;
}

/** Query options of a query that is started by `refetch`. */
export function newestRowsQuery<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  idOf: (row: Item<Name>) => string,
  query: QueryInput<Name> = {},
  by: Read = read,
) {
  return queryOptions<NewestRows<Item<Name>>, Error, NewestRows<Item<Name>>, readonly unknown[]>({
    ...readOptions,
    queryKey: ['newest', ...endpointKey(name, params, query)],
    enabled: false,
    queryFn: async ({ signal, client, queryKey }) => {
      const onProgress = ({ read, total }: Progress) =>
        void client.setQueryData<Progress>(progressKey(queryKey), {
          read,
          total: Math.min(total, MOST_ROWS),
        });
      onProgress({ read: 0, total: 0 });
      const most = MOST_ROWS / MAX_PAGE_SIZE;
      const { items, ...rest } = await readAllRows(name, params, idOf, query, {
        signal,
        onProgress,
        by,
        most,
      });
      // Rows of every listing are objects.
      const matching = matchingRows(name, query, items as object[]) as Item<Name>[];
      return { items: matching, read: items.length, ...rest };
    },
  });
}
