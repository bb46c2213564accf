// Local storage, separate for each network (connection-in-use.ts puts its name on the document).
import { createStoredValue, type StoredValue } from './local-storage';

function networkStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const { localStorage } = window;
  const network = document.documentElement.dataset['network'];
  const own = (name: string) => (network === undefined ? name : `${name}@${network}`);
  return {
    getItem: (name) => localStorage.getItem(own(name)),
    setItem: (name, text) => localStorage.setItem(own(name), text),
  };
}

function onExternalChange(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** Create one per name: two would not see each other's changes. */
export function storedOnNetwork<Value>(name: string, read: (stored: unknown) => Value): StoredValue<Value> {
  return createStoredValue({ name, read, storage: networkStorage, onExternalChange });
}
