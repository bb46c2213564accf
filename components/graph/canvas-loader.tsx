'use client';
// Loads the drawing's code separately from the page, in the browser only, beside the layout worker.
// Not React.lazy: after a fallback React delays the replacement by 300 ms.
import { useEffect, useSyncExternalStore } from 'react';
import type { Canvas } from '@/components/graph/canvas/canvas';
import { preloadLayout } from './layout/use-layout';

type CanvasPart = typeof Canvas;

let loaded: CanvasPart | 'failed' | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

function settle(part: CanvasPart | 'failed'): void {
  loaded = part;
  for (const changed of listeners) changed();
}

/** Loads the drawing's code; retries after a failure. */
export function loadCanvas(): void {
  loading ??= import('@/components/graph/canvas/canvas').then(
    (part) => settle(part.Canvas),
    () => {
      loading = null;
      settle('failed');
    },
  );
}

/** Preloads code and layout worker as soon as a page knows it will draw a graph; does nothing on a server. */
export function preloadGraph(): void {
  if (typeof window === 'undefined') return;
  // In a separate task: pages call this while their own code is evaluated.
  setTimeout(() => {
    loadCanvas();
    preloadLayout();
  });
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** The drawing's component: null while loading, `failed` after a failure. */
export function useCanvas(): CanvasPart | 'failed' | null {
  useEffect(loadCanvas, []);
  return useSyncExternalStore(
    subscribe,
    () => loaded,
    () => null,
  );
}

const GRAPH_LINKS = 'a[href^="/dags/"], a[href^="/executions/"]';

/** Preloads the drawing's code when pointer or focus reaches a link to a DAG or execution, or its table row. */
export function PreloadOnApproach() {
  useEffect(() => {
    const approach = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      const found = target.closest(GRAPH_LINKS) ?? target.closest('tr')?.querySelector(GRAPH_LINKS);
      if (!found) return;
      stop();
      preloadGraph();
    };
    const stop = () => {
      document.removeEventListener('pointerover', approach);
      document.removeEventListener('focusin', approach);
    };
    document.addEventListener('pointerover', approach, { passive: true });
    document.addEventListener('focusin', approach);
    return stop;
  }, []);
  return null;
}
