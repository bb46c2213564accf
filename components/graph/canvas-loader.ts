'use client';
// The drawing's code, fetched apart from the page and only in the browser, beside the layout worker.
// Not React.lazy: after a fallback React holds back what replaces it for 300 ms, a third of the second a graph may take to appear.
import { useEffect, useSyncExternalStore } from 'react';
import type { Canvas } from './canvas';
import { warmLayout } from './layout/use-layout';

type CanvasPart = typeof Canvas;

let loaded: CanvasPart | 'failed' | null = null;
let loading: Promise<void> | null = null;
const waiting = new Set<() => void>();

function settle(part: CanvasPart | 'failed'): void {
  loaded = part;
  for (const changed of waiting) changed();
}

/** Fetches the code of the drawing, again when it did not come before. */
export function loadCanvas(): void {
  loading ??= import('./canvas').then(
    (part) => settle(part.Canvas),
    () => {
      loading = null;
      settle('failed');
    },
  );
}

/** Fetches what a drawing needs besides its data; call it as soon as a page knows that it will draw one. Nothing happens on a server. */
export function warmGraph(): void {
  if (typeof window === 'undefined') return;
  // A task of its own: pages call this while their own code is being run.
  setTimeout(() => {
    loadCanvas();
    warmLayout();
  });
}

function subscribe(changed: () => void): () => void {
  waiting.add(changed);
  return () => waiting.delete(changed);
}

/** The drawing's component: null until its code is there, `failed` when it could not be fetched. */
export function useCanvas(): CanvasPart | 'failed' | null {
  useEffect(loadCanvas, []);
  return useSyncExternalStore(
    subscribe,
    () => loaded,
    () => null,
  );
}
