// The page tokens used in this tab, each with the token of the page before it, which an opaque token does not reveal.
// Invariant: null is the first page; a page opened from a link has no entry.
import { createStoredValue } from './local-storage';

/** By list and token: the token of the page before. */
export type PageHistory = Readonly<Record<string, string | null>>;

/** The oldest entries are forgotten beyond this. */
const MOST_ENTRIES = 500;

export function parsePageHistory(stored: unknown): PageHistory {
  if (typeof stored !== 'object' || stored === null) return {};
  const entries = Object.entries(stored as Record<string, unknown>);
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string | null] => entry[1] === null || typeof entry[1] === 'string',
    ),
  );
}

export const storedPageHistory = createStoredValue({
  name: 'dagscope.page-history',
  read: parsePageHistory,
  storage: () => window.sessionStorage,
  onExternalChange: () => () => undefined,
});

/** `list` identifies the list and its filters. */
const entryOf = (list: string, token: string) => `${list} ${token}`;

/** The token of the page before this one; undefined where it is not known. */
export function pageBefore(history: PageHistory, list: string, token: string): string | null | undefined {
  return history[entryOf(list, token)];
}

export function withPage(
  history: PageHistory,
  list: string,
  { token, before }: { token: string; before: string | null },
): PageHistory {
  const entries = Object.entries({ ...history, [entryOf(list, token)]: before });
  return Object.fromEntries(entries.slice(-MOST_ENTRIES));
}
