// The read behind a list page, made from its URL: the same on the server, which prefetches it, and in the browser.
// Invariant: page tokens are opaque, unless the index says that they are row offsets. Of such an index `snapshot=N` is the list as it was with N
// rows: while rows only arrive at the top, its pages repeat none and skip none.
import { queryOptions } from '@tanstack/react-query';
import type { Item, ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import { DEFAULT_PAGE_SIZE } from '@/lib/contract/query-params';
import { totalOf, type Listing } from '@/lib/contract/record';
import { readFilters } from '@/lib/client/filter-url';
import { read, type Read } from '@/lib/client/read';
import { endpointKey, isSameResource, readOptions } from './endpoint-query';

/** Snapshots are not refreshed by events: their rows change rarely, and each refresh can take two requests. */
const SNAPSHOT_REFRESH_MS = 30_000;
/** Rows can arrive between two requests; more often in a row than this is not expected. */
const MAX_ATTEMPTS = 5;

/** One page of a list. `newer` counts the rows above a snapshot; it is absent without one. */
export type ListPage<Row> = Listing<Row> & { newer?: number };

export interface PagePosition {
  /** Rows per page. */
  size: number;
  /** Rows before this page; null where the index does not say. */
  offset: number | null;
}

type Query = Readonly<Record<string, string | undefined>>;

/** `metadata`: of the page, once it is there. */
export function pagePosition(query: Query, metadata?: Listing<unknown>['metadata']): PagePosition {
  const isFirst = query['page_token'] === undefined;
  return {
    size: Number(query['page_size'] ?? DEFAULT_PAGE_SIZE),
    offset: isFirst ? 0 : (metadata?.row_offset ?? null),
  };
}

/** A token of rows before those of a page that a link led to, from an index whose tokens are row offsets; null is the first page, undefined unknown. */
export function tokenBefore({ size, offset }: PagePosition): string | null | undefined {
  if (offset === null) return undefined;
  return offset <= size ? null : String(offset - size);
}

/** The size of the snapshot that a URL names; null when it names none. */
export function snapshotOf(search: URLSearchParams): number | null {
  const text = search.get('snapshot');
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Query options for the page of a list that a URL's search part asks for. `by`: as in endpointQuery. */
export function listingQuery<Name extends ListingName>(
  name: Name,
  params: ParamsInput<Name>,
  search: URLSearchParams,
  by: Read = read,
) {
  type Page = ListPage<Item<Name>>;
  const { query } = readFilters(name, search);
  const snapshot = snapshotOf(search);
  const key = endpointKey(name, params, query);
  const queryKey: readonly unknown[] = snapshot === null ? key : ['snapshot', ...key, snapshot];
  const refresh =
    snapshot === null ? {} : { staleTime: SNAPSHOT_REFRESH_MS, refetchInterval: SNAPSHOT_REFRESH_MS };
  return queryOptions<Page, Error, Page, readonly unknown[]>({
    ...readOptions,
    ...refresh,
    queryKey,
    queryFn: ({ signal }) => {
      const readPage = async (pageQuery: QueryInput<Name>): Promise<Listing<Item<Name>>> => {
        const page = (await by(name, params, pageQuery, { signal })) as Listing<Item<Name>>;
        const isFirst = (pageQuery as Query)['page_token'] === undefined;
        return isFirst ? { ...page, metadata: { ...page.metadata, total_items: totalOf(page) } } : page;
      };
      return snapshot === null ? readPage(query) : readSnapshotPage(readPage, query, snapshot);
    },
    placeholderData: (previous, from) => (isSameResource(from?.queryKey, queryKey) ? previous : undefined),
  });
}

/** Reads a page further down by as many rows as have arrived since the snapshot, where the index says that its tokens are row offsets. */
async function readSnapshotPage<Query extends Record<string, string | undefined>, Row>(
  readPage: (pageQuery: Query) => Promise<Listing<Row>>,
  query: Query,
  snapshot: number,
): Promise<ListPage<Row>> {
  let page = await readPage(query);
  const start = page.metadata.row_offset ?? null;
  if (start === null) return page;
  let newer = 0;
  for (let attempt = 1; ; attempt += 1) {
    const { next_token, total_items } = page.metadata;
    const arrived = Math.max(0, (total_items ?? 0) - snapshot);
    if (arrived === newer || attempt === MAX_ATTEMPTS) {
      const metadata = {
        next_token: next_token === null ? null : Number(next_token) - newer,
        total_items: (total_items ?? 0) - arrived,
        row_offset: start,
      };
      return { ...page, metadata, newer: arrived };
    }
    newer = arrived;
    page = await readPage({ ...query, page_token: String(start + newer) });
  }
}
