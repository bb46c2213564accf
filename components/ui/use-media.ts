'use client';
import { useCallback, useSyncExternalStore } from 'react';

/** Where tables become cards and a graph opens as its table. */
export const NARROW = '(max-width: 767px)';

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

/** Whether the system asks for less motion, for what moves by script: the style sheet's rule does not reach it. */
export const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

let isPrinting = false;

function onPrint(listener: () => void): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  const set = (value: boolean) => () => {
    isPrinting = value;
    listener();
  };
  window.addEventListener('beforeprint', set(true), { signal });
  window.addEventListener('afterprint', set(false), { signal });
  window.matchMedia('print').addEventListener('change', listener, { signal });
  return () => listeners.abort();
}

/** Whether the page is printed. Rendered before the browser takes its picture: a store's change is not delayed. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    onPrint,
    () => isPrinting || window.matchMedia('print').matches,
    () => false,
  );
}
