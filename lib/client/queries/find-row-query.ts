// Finds a record without an endpoint of its own (an agent, a task, on some indexes an execution) in its listings, narrowest first.
// Invariant: "not found" is an answer, not an error, and says how many rows were searched and whether those were all.
import { queryOptions } from '@tanstack/react-query';
import type { Item, ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import type { Listing } from '@/lib/contract/record';
import { read, type Read } from '@/lib/client/read';
import { endpointKey, readOptions } from './endpoint-query';

const PAGE_SIZE = '100';
/** Limit per listing: a thousand rows. */
const MAX_PAGES = 10;

export interface FoundRow<Row> {
  row: Row | null;
  /** Rows searched. */
  looked: number;
  /** False when some rows were not searched. */
  complete: boolean;
}

/**
 * Query options that search for the row for which `isIt` is true; `narrowings` are tried in order.
 * The key starts like the listing's own, so events that refresh the listing refresh this too.
 */
export function findRowQuery<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  id: string,
  isIt: (row: Item<Name>) => boolean,
  narrowings: readonly QueryInput<Name>[] = [{}],
  by: Read = read,
) {
  return queryOptions<FoundRow<Item<Name>>, Error, FoundRow<Item<Name>>, readonly unknown[]>({
    ...readOptions,
    queryKey: [...endpointKey(name, params), 'row', id, narrowings],
    queryFn: async ({ signal }) => {
      let looked = 0;
      let complete = true;
      for (const narrowing of narrowings) {
        let token: number | null = 0;
        for (let page = 0; page < MAX_PAGES && token !== null; page += 1) {
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
  });
}
