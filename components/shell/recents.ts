// Recently viewed objects, stored in this browser. Invariant: newest first, each once; stored text is never trusted.
import { recordOf } from '@/lib/view/paths';

const KEY = 'dagscope.recents';
const MOST = 8;

export interface Recent {
  what: string;
  id: string;
  href: string;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The object a page shows; null for a list. */
export function recentOf(pathname: string): Recent | null {
  const record = recordOf(pathname);
  return record && { what: record.what, id: record.id, href: pathname };
}

export function readRecents(store: Store): Recent[] {
  try {
    const held: unknown = JSON.parse(store.getItem(KEY) ?? '[]');
    if (!Array.isArray(held)) return [];
    // Only paths are stored; the rest is derived.
    return held.flatMap((path) => (typeof path === 'string' ? (recentOf(path) ?? []) : [])).slice(0, MOST);
  } catch {
    return [];
  }
}

export function rememberRecent(store: Store, recent: Recent): void {
  const paths = [recent.href, ...readRecents(store).map(({ href }) => href)];
  try {
    store.setItem(KEY, JSON.stringify([...new Set(paths)].slice(0, MOST)));
  } catch {
    // Storage is full or blocked.
  }
}

export function clearRecents(store: Store): void {
  try {
    store.removeItem(KEY);
  } catch {
    // See above.
  }
}
