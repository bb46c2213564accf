// Every page of a listing as one answer: the events of one execution, its ledger, a list after "Load all".
// Invariant: no row twice (rows that arrive meanwhile push others down), none missing unless `complete` is false.
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { Item, ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import type { Listing } from '@/lib/contract/record';
import { read, type Read } from '@/lib/client/read';
import { endpointKey, readOptions } from './endpoint-query';

/** The most rows an answer holds. */
export const ROWS_PER_REQUEST = 100;
/** Reading stops here, and `complete` says so. */
export const MAX_ROWS = 10_000;

export interface AllPages<Row> {
  items: Row[];
  total_items: number;
  complete: boolean;
}

export interface Progress {
  /** Rows read so far. */
  read: number;
  total: number;
}

function progressKey(queryKey: readonly unknown[]) {
  return ['progress', ...queryKey] as const;
}

/** How far the query under this key has read; null before its first page. */
export function useProgress(queryKey: readonly unknown[]): Progress | null {
  return useQuery<Progress>({ queryKey: progressKey(queryKey), queryFn: skipToken }).data ?? null;
}

/**
 * Query options that read a listing to its end. `idOf` names a row; rows keep the index's order.
 * The key starts like the listing's own, so events that refresh the listing refresh this too.
 */
export function allPagesQuery<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  idOf: (row: Item<Name>) => string | number,
  query: QueryInput<Name> = {},
  by: Read = read,
) {
  return queryOptions<AllPages<Item<Name>>, Error, AllPages<Item<Name>>, readonly unknown[]>({
    ...readOptions,
    queryKey: [...endpointKey(name, params, query), 'all pages'],
    queryFn: async ({ signal, client, queryKey }) => {
      const rows = new Map<string | number, Item<Name>>();
      let token: number | null = null;
      let total = 0;
      for (let page = 0; page < MAX_ROWS / ROWS_PER_REQUEST; page += 1) {
        const asked: QueryInput<Name> = {
          ...query,
          page_size: String(ROWS_PER_REQUEST),
          ...(token !== null && { page_token: String(token) }),
        };
        const answer = (await by(name, params, asked, { signal })) as Listing<Item<Name>>;
        for (const row of answer.items) if (!rows.has(idOf(row))) rows.set(idOf(row), row);
        token = answer.metadata.next_token;
        total = answer.metadata.total_items;
        if (token === null) break;
        client.setQueryData<Progress>(progressKey(queryKey), { read: rows.size, total });
      }
      return { items: [...rows.values()], total_items: total, complete: token === null };
    },
  });
}

/** The same on request only: its key differs, so that events do not read hundreds of rows again. */
export function loadAllQuery<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  idOf: (row: Item<Name>) => string,
  query: QueryInput<Name> = {},
) {
  const options = allPagesQuery(name, params, idOf, query);
  return { ...options, queryKey: ['loaded', ...options.queryKey] as const, staleTime: Infinity };
}
