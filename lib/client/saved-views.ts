// Saved views: a name for a page and the search part of its URL. Invariant: stored values that are no views are dropped.
import { POSITION_KEYS } from './filter-url';

export const MAX_VIEWS = 50;

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

export function viewsOf(stored: unknown): readonly SavedView[] {
  return Array.isArray(stored) ? stored.filter(isView).slice(0, MAX_VIEWS) : [];
}

/** Adds a view; it replaces one with the same page and name. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  return [view, ...withoutView(views, view)].slice(0, MAX_VIEWS);
}

export function withoutView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  return views.filter((other) => other.path !== view.path || other.name !== view.name);
}

/** The part of a page's URL that a saved view keeps. */
export function viewSearch(search: URLSearchParams): string {
  const view = new URLSearchParams(search);
  for (const key of POSITION_KEYS) view.delete(key);
  return view.toString();
}
