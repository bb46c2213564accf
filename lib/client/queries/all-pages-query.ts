// Reads that page through a listing: all of its rows, or the row of a record that has no endpoint.
// Invariant: no row twice (rows that arrive meanwhile push others down), none missing unless `complete` is false.
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { Item, ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import { MAX_PAGE_SIZE } from '@/lib/contract/query-params';
import type { Listing, PageToken } from '@/lib/contract/record';
import { ApiError } from '@/lib/client/api-error';
import { contradictedFilters } from '@/lib/client/ignored-filters';
import { read, type Read } from '@/lib/client/read';
import { endpointKey, readOptions } from './endpoint-query';

/** The error of a listing whose pages lead in a circle. */
function repeatedToken(endpoint: ListingName): ApiError {
  const message = 'this index repeats a page token, so the list has no end';
  const field = 'metadata.next_token';
  return new ApiError({ endpoint, status: 200, code: 'REPEATED_TOKEN', field, message });
}

/** Reading stops after so many pages in a row without rows: an index may name new tokens without end. */
const MAX_EMPTY_PAGES = 100;

/**
 * The pages of a listing in order, until they have `most` rows. A page's `next_token` is null at the end. Throws ApiError where a token was
 * used before.
 */
export async function* readPages<Name extends ListingName>(
  by: Read,
  name: Name,
  params: ParamsInput<Name>,
  query: QueryInput<Name>,
  { signal, most = Infinity }: { signal?: AbortSignal | undefined; most?: number },
): AsyncGenerator<Listing<Item<Name>>, void> {
  let token: PageToken | null = null;
  const used = new Set<PageToken>();
  let empty = 0;
  for (let rows = 0; rows < most;) {
    const request: QueryInput<Name> = {
      ...query,
      page_size: String(MAX_PAGE_SIZE),
      ...(token !== null && { page_token: String(token) }),
    };
    const answer = (await by(name, params, request, { signal })) as Listing<Item<Name>>;
    yield answer;
    token = answer.metadata.next_token;
    empty = answer.items.length === 0 ? empty + 1 : 0;
    if (token === null || empty === MAX_EMPTY_PAGES) return;
    if (used.has(token)) throw repeatedToken(name);
    used.add(token);
    rows += answer.items.length;
  }
}

/** Reading stops here, and `complete` is false. */
export const MAX_ROWS = 10_000;
/** Rows searched of a listing that has more rows than those requested. */
const MAX_SEARCHED = 1_000;

export interface AllPages<Row> {
  items: Row[];
  /** Null where the index does not count. */
  total_items: number | null;
  complete: boolean;
}

function allOf<Row>(items: Row[], total: number | null, complete: boolean): AllPages<Row> {
  return { items, total_items: total ?? (complete ? items.length : null), complete };
}

export interface Progress {
  /** Rows read so far. */
  read: number;
  total: number | null;
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
      let total: number | null = 0;
      let complete = false;
      const pages = readPages(by, name, params, query, { signal, most: MAX_ROWS });
      for await (const { items, metadata } of pages) {
        for (const row of items) if (!rows.has(idOf(row))) rows.set(idOf(row), row);
        total = metadata.total_items;
        complete = metadata.next_token === null;
        // The index ignores a filter, so this is the whole list. Rows of every listing are objects.
        const isSearch = contradictedFilters(name, query, items as object[]).length > 0;
        if (isSearch && rows.size >= MAX_SEARCHED) break;
        if (!complete) client.setQueryData<Progress>(progressKey(queryKey), { read: rows.size, total });
      }
      return allOf([...rows.values()], total, complete);
    },
  });
}

interface ReadAllOptions {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  by?: Read;
}

/** Every row of a listing, however many, for an export. Ends incomplete where a page only repeats rows. */
export async function readAllRows<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  idOf: (row: Item<Name>) => string | number,
  query: QueryInput<Name>,
  { signal, onProgress, by = read }: ReadAllOptions,
): Promise<AllPages<Item<Name>>> {
  const rows = new Map<string | number, Item<Name>>();
  let total: number | null = 0;
  let complete = false;
  for await (const { items, metadata } of readPages(by, name, params, query, { signal })) {
    signal.throwIfAborted();
    const before = rows.size;
    for (const row of items) if (!rows.has(idOf(row))) rows.set(idOf(row), row);
    total = metadata.total_items;
    complete = metadata.next_token === null;
    onProgress({ read: rows.size, total });
    if (items.length > 0 && rows.size === before) break;
  }
  return allOf([...rows.values()], total, complete);
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

export interface FoundRow<Row> {
  row: Row | null;
  /** Rows searched. */
  searched: number;
  /** False when some rows were not searched. */
  complete: boolean;
}

/** Query options that search for the row for which `isIt` is true; `narrowings` are tried in order. "Not found" is an answer, not an error. */
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
      let searched = 0;
      let complete = true;
      for (const narrowing of narrowings) {
        const pages = readPages(by, name, params, narrowing, { signal, most: MAX_SEARCHED });
        for await (const { items, metadata } of pages) {
          const row = items.find(isIt);
          searched += items.length;
          if (row !== undefined) return { row, searched, complete: true };
          complete = metadata.next_token === null;
        }
      }
      return { row: null, searched, complete };
    },
  });
}
