'use client';
import { useSyncExternalStore } from 'react';
import type { Kept } from '@/lib/client/local-storage';

/** What this browser keeps; nothing on the server and in the first drawing, which know nothing of it. */
export function useKept<Value>(kept: Kept<Value>): Value {
  return useSyncExternalStore(kept.subscribe, kept.get, () => kept.nothing);
}
