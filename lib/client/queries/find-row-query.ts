// One row of a listing that has no endpoint of its own (an agent, a task, on some indexes an execution): its listings are read, narrowest first, until the row is met.
// Invariant: not found is an answer, never an error, and it says how many rows were looked through and whether that was all there are.
// The key starts as the widest listing's own does, so whatever refreshes the listing refreshes this too.
import { queryOptions } from '@tanstack/react-query';
import type { Item, ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import type { Listing } from '@/lib/contract/record';
import { read, type Read } from '@/lib/client/read';
import { retryDelay, shouldRetry } from '@/lib/client/retry';
import { endpointKey, FRESH_MS } from './endpoint-query';

const PAGE_SIZE = '100';
/** Of each listing at most a thousand rows are read: beyond that the page says that it did not find the row. */
const MOST_PAGES = 10;

export interface FoundRow<Row> {
  row: Row | null;
  /** Rows looked through. */
  looked: number;
  /** False when rows were left unread. */
  complete: boolean;
}

/** Query options that look for the row `isIt` knows. `id` names it in the key; `narrowings` are tried in their order. */
export function findRowQuery<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  id: string,
  isIt: (row: Item<Name>) => boolean,
  narrowings: readonly QueryInput<Name>[] = [{}],
  by: Read = read,
) {
  return queryOptions<FoundRow<Item<Name>>, Error, FoundRow<Item<Name>>, readonly unknown[]>({
    queryKey: [...endpointKey(name, params), 'row', id, narrowings],
    queryFn: async ({ signal }) => {
      let looked = 0;
      let complete = true;
      for (const narrowing of narrowings) {
        let token: number | null = 0;
        for (let page = 0; page < MOST_PAGES && token !== null; page += 1) {
          const asked: QueryInput<Name> = {
            ...narrowing,
            page_size: PAGE_SIZE,
            ...(token > 0 && { page_token: String(token) }),
          };
          const answer = (await by(name, params, asked, { signal })) as Listing<Item<Name>>;
          const row = answer.items.find(isIt);
          looked += answer.items.length;
          if (row !== undefined) return { row, looked, complete: true };
          token = answer.metadata.next_token;
        }
        complete = token === null;
      }
      return { row: null, looked, complete };
    },
    staleTime: FRESH_MS,
    networkMode: 'always',
    retry: shouldRetry,
    retryDelay: (failures, error) => retryDelay(failures, error, Math.random),
  });
}
