// Views that a reader has named: a page and the search part of its URL, kept in this browser. Invariant: what storage holds is never trusted, a view that
// does not read as one is left out; a view is a link, so whatever a release renamed or took away is told by the page that opens it.
const KEY = 'dagscope.views';
export const MOST_VIEWS = 50;

export interface SavedView {
  name: string;
  /** The page, e.g. `/tools`. */
  path: string;
  /** Without `?`. */
  search: string;
}

type Store = Pick<Storage, 'getItem' | 'setItem'>;

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

export function readViews(store: Store): SavedView[] {
  try {
    const held: unknown = JSON.parse(store.getItem(KEY) ?? '[]');
    return Array.isArray(held) ? held.filter(isView).slice(0, MOST_VIEWS) : [];
  } catch {
    // Storage can be forbidden, or hold another program's text.
    return [];
  }
}

/** The views with this one: of the same page and name it takes the former's place. Returns what is kept. */
export function saveView(store: Store, view: SavedView): SavedView[] {
  const others = readViews(store).filter((one) => one.path !== view.path || one.name !== view.name);
  return write(store, [view, ...others].slice(0, MOST_VIEWS));
}

export function dropView(store: Store, view: SavedView): SavedView[] {
  return write(
    store,
    readViews(store).filter((one) => one.path !== view.path || one.name !== view.name),
  );
}

function write(store: Store, views: SavedView[]): SavedView[] {
  try {
    store.setItem(KEY, JSON.stringify(views));
  } catch {
    // Full or forbidden: the views live as long as the page.
  }
  return views;
}

/** Keys of a URL that say where one is in a listing, which is no part of a view. */
const PLACE = ['page_token', 'as_of', 'of', 'peek', 'event'];

export function viewSearch(search: URLSearchParams): string {
  const kept = new URLSearchParams(search);
  for (const key of PLACE) kept.delete(key);
  return kept.toString();
}
