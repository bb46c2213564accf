// Values stored in this browser, separately for each network: the saved views, and what alerts need.
import { networkStorage } from '@/components/shell/network-storage';
import { createStoredValue, type StoredValue } from '@/lib/client/local-storage';
import { viewsOf } from '@/lib/client/saved-views';

function onExternalChange(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** Create one per name: two would not see each other's changes. */
export function storedOnNetwork<Value>(name: string, read: (stored: unknown) => Value): StoredValue<Value> {
  return createStoredValue({ name, read, storage: networkStorage, onExternalChange });
}

export const storedViews = storedOnNetwork('dagscope.views', viewsOf);
