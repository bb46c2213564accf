'use client';
import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches; false for no query and on the server. */
export function useMedia(query: string | null): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = query === null ? null : window.matchMedia(query);
      media?.addEventListener('change', listener);
      return () => media?.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => query !== null && window.matchMedia(query).matches,
    () => false,
  );
}
