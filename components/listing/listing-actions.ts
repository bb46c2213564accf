// What a listing page does to its URL: filters, pages, the size of a page, the whole of it. Invariant: whoever turns a page holds the window still that the
// rows stand in, by time where the index can be asked so, else by counting; the first page lets it go.
import type { ChangeFilters } from '@/components/data-table/filter-bar';
import { withFilters, withPageKeys } from '@/lib/client/filters';
import { canPin, newestTime } from '@/lib/client/listing-window';
import type { ListingState } from '@/lib/client/use-listing';
import type { Item, ListingName } from '@/lib/contract/endpoints';
import type { PageUrl } from './use-url';

interface ListingMoves {
  change: ChangeFilters;
  clear: () => void;
  /** To a page by its token; undefined is the first one. */
  goTo: (page_token: string | undefined) => void;
  setSize: (size: number) => void;
  setWhole: (on: boolean) => void;
}

function createdAt(row: unknown): string | null {
  const time = (row as { created_at?: unknown }).created_at;
  return typeof time === 'string' ? time : null;
}

export function listingMoves<Name extends ListingName>(
  name: Name,
  url: PageUrl,
  state: ListingState<Item<Name>>,
  unknowable: readonly string[],
): ListingMoves {
  const change: ChangeFilters = (filters, { steady = false } = {}) => {
    const next = new URLSearchParams(url.search);
    const sent: Record<string, string | undefined> = { ...filters };
    for (const key of Object.keys(filters).filter((one) => unknowable.includes(one))) {
      next.delete('unknown');
      if (sent[key] !== 'unknown') continue;
      sent[key] = undefined;
      next.set('unknown', key);
    }
    (steady ? url.replace : url.push)(withFilters(name, next, sent));
  };
  const clear = () => change(Object.fromEntries(Object.keys(state.filters).map((key) => [key, undefined])));
  const goTo = (page_token: string | undefined) => {
    const first = page_token === undefined;
    // The window is held still from the rows that stand there, not from those that are only counted yet.
    const edge = url.search.get('as_of') ?? (canPin(name) ? newestTime(state.rows, createdAt) : null);
    const standing = String((state.total ?? 0) - (url.search.has('of') ? 0 : state.newer));
    const of = canPin(name) ? undefined : (url.search.get('of') ?? standing);
    const held = first ? { as_of: undefined, of: undefined } : { as_of: edge ?? undefined, of };
    url.push(withPageKeys(url.search, { page_token, ...held, peek: undefined }));
    window.scrollTo({ top: 0 });
  };
  const setSize = (size: number) =>
    url.push(withFilters(name, url.search, { page_size: size === 20 ? undefined : String(size) }));
  const setWhole = (on: boolean) =>
    url.push(
      withPageKeys(withFilters(name, url.search, {}), { all: on ? 'true' : undefined, unknown: undefined }),
    );
  return { change, clear, goTo, setSize, setWhole };
}
