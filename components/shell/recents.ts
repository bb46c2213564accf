// Recently viewed objects, stored in this browser as paths, newest first, each once.
import { storedOnNetwork } from '@/lib/client/local-storage';
import { recordOf } from '@/lib/view/paths';

const MOST = 8;

export interface Recent {
  what: string;
  id: string;
  href: string;
}

/** The object a page shows; null for a list. */
export function recentOf(pathname: string): Recent | null {
  const record = recordOf(pathname);
  return record && { what: record.what, id: record.id, href: pathname };
}

/** Stored text is not trusted: paths that lead to no object are dropped. */
export function parseRecents(stored: unknown): readonly Recent[] {
  const paths: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return paths.flatMap((path) => (typeof path === 'string' ? (recentOf(path) ?? []) : [])).slice(0, MOST);
}

const storedPaths = storedOnNetwork('dagscope.recents', (stored) =>
  parseRecents(stored).map(({ href }) => href),
);

export const readRecents = (): readonly Recent[] => parseRecents(storedPaths.get());

export function rememberRecent({ href }: Recent): void {
  storedPaths.set([...new Set([href, ...storedPaths.get()])].slice(0, MOST));
}

export const clearRecents = (): void => storedPaths.set([]);
