// What a list page changes in its URL: filters, page, page size, "Load all".
// Invariant: leaving the first page takes a snapshot, so that new rows shift no page; returning to it drops the snapshot.
import type { ChangeFilters } from '@/components/data-table/filter-controls';
import { withFilters, withPageKeys } from '@/lib/client/filter-url';
import type { ListState } from '@/lib/client/use-list';
import { DEFAULT_PAGE_SIZE } from '@/lib/contract/query-params';
import type { Item, ListingName } from '@/lib/contract/endpoints';
import type { PageUrl } from './use-url';

/** How many rows the list had when the rows on the screen were read; null where that state of the list can't be restored. */
export function snapshotTotal({ pages, view }: ListState<unknown>): number | null {
  if (!pages.hasOffsets || pages.ordered) return null;
  return pages.snapshot ?? (pages.listed === null ? null : pages.listed - view.newer);
}

export function listActions<Name extends ListingName>(
  name: Name,
  url: PageUrl,
  state: ListState<Item<Name>>,
) {
  const change: ChangeFilters = (filters, { replace = false } = {}) => {
    (replace ? url.replace : url.push)(withFilters(name, url.search, filters));
  };
  return {
    change,
    /** To a page by its token; null is the first one. */
    goTo: (token: string | null) => {
      const page_token = token ?? undefined;
      const total = token === null ? null : snapshotTotal(state);
      const snapshot = total === null ? undefined : String(total);
      url.push(withPageKeys(url.search, { page_token, snapshot, peek: undefined }));
      window.scrollTo({ top: 0 });
    },
    setSize: (size: number) =>
      url.push(
        withFilters(name, url.search, { page_size: size === DEFAULT_PAGE_SIZE ? undefined : String(size) }),
      ),
    setLoadAll: (on: boolean) =>
      url.push(withPageKeys(withFilters(name, url.search, {}), { all: on ? 'true' : undefined })),
  };
}
