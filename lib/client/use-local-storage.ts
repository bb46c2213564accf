// A stored value for React. Apart from local-storage.ts, which the server's queries import too.
import { useSyncExternalStore } from 'react';
import type { StoredValue } from './local-storage';

/** The stored value, kept up to date; its initial value on the server and during hydration. */
export function useLocalStorage<Value>(stored: StoredValue<Value>): Value {
  return useSyncExternalStore(stored.subscribe, stored.get, () => stored.initial);
}
