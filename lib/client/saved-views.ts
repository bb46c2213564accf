// Views that a reader has named: a page and the search part of its URL, kept in this browser. Pure. Invariant: what does not read as a view is left out;
// a view is a link, so whatever a release renamed or took away is told by the page that opens it.
export const MOST_VIEWS = 50;

export interface SavedView {
  name: string;
  /** The page, e.g. `/tools`. */
  path: string;
  /** Without `?`. */
  search: string;
}

function isView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null) return false;
  const { name, path, search } = value as Record<string, unknown>;
  return (
    typeof name === 'string' &&
    name !== '' &&
    typeof search === 'string' &&
    typeof path === 'string' &&
    /^\/[a-z]/.test(path)
  );
}

/** The views that storage holds. */
export function viewsOf(found: unknown): readonly SavedView[] {
  return Array.isArray(found) ? found.filter(isView).slice(0, MOST_VIEWS) : [];
}

/** The views with this one: of the same page and name it takes the former's place. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  return [view, ...withoutView(views, view)].slice(0, MOST_VIEWS);
}

export function withoutView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  return views.filter((one) => one.path !== view.path || one.name !== view.name);
}

/** Keys of a URL that say where one is in a listing, which is no part of a view. */
const PLACE = ['page_token', 'as_of', 'of', 'peek', 'event'];

export function viewSearch(search: URLSearchParams): string {
  const kept = new URLSearchParams(search);
  for (const key of PLACE) kept.delete(key);
  return kept.toString();
}
