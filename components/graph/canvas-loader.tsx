'use client';
// Loads the drawing's code separately from the page, in the browser only, beside the layout worker.
// Not React.lazy: after a fallback React delays the replacement by 300 ms.
import { useEffect, useSyncExternalStore } from 'react';
import type { Canvas } from '@/components/graph/canvas/canvas';
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
  loading ??= import('@/components/graph/canvas/canvas').then(
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

const DRAWN = 'a[href^="/dags/"], a[href^="/executions/"]';

/** Fetches the drawing's code when the pointer or the keyboard comes to a link that leads to a drawing, or to its row. */
export function WarmOnApproach() {
  useEffect(() => {
    const near = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      const found = target.closest(DRAWN) ?? target.closest('tr')?.querySelector(DRAWN);
      if (!found) return;
      leave();
      warmGraph();
    };
    const leave = () => {
      document.removeEventListener('pointerover', near);
      document.removeEventListener('focusin', near);
    };
    document.addEventListener('pointerover', near, { passive: true });
    document.addEventListener('focusin', near);
    return leave;
  }, []);
  return null;
}
