// Placements cached in IndexedDB under the hash of their request, since a finalized DAG never changes.
// Invariant: a missing, full or broken cache never fails a drawing.
import type { PlacementResult } from '@/lib/dag/placement/request';

const STORE = 'placements';
/** Entries kept; the oldest are evicted first. */
const KEPT = 60;

interface Kept {
  key: string;
  kept_at: number;
  result: PlacementResult;
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the request failed'));
  });
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open('dagscope-graphs', 1);
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore(STORE, { keyPath: 'key' });
    store.createIndex('kept_at', 'kept_at');
  };
  return settled(request);
}

export interface LayoutCache {
  /** Null on a miss or failure. */
  get: (key: string) => Promise<PlacementResult | null>;
  put: (key: string, result: PlacementResult) => Promise<void>;
}

async function evict(store: IDBObjectStore): Promise<void> {
  const count = await settled(store.count());
  if (count <= KEPT) return;
  const oldest = await settled(store.index('kept_at').getAllKeys(null, count - KEPT));
  for (const key of oldest) store.delete(key);
}

export function createLayoutCache(factory: IDBFactory | undefined, now: () => number): LayoutCache {
  let database: Promise<IDBDatabase> | null = null;
  const stored = async (mode: IDBTransactionMode) => {
    if (factory === undefined) throw new Error('there is no IndexedDB');
    database ??= open(factory);
    return (await database).transaction(STORE, mode).objectStore(STORE);
  };
  return {
    async get(key) {
      try {
        const found = (await settled((await stored('readonly')).get(key))) as Kept | undefined;
        return found?.result ?? null;
      } catch {
        database = null;
        return null;
      }
    },
    async put(key, result) {
      try {
        const store = await stored('readwrite');
        await settled(store.put({ key, kept_at: now(), result } satisfies Kept));
        await evict(store);
      } catch {
        database = null;
      }
    },
  };
}
