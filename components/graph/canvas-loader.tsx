'use client';
// Loads the drawing's code separately from the page, in the browser only, beside the layout worker.
// Not React.lazy: after a fallback React delays the replacement by 300 ms.
import { useQuery } from '@tanstack/react-query';
import { preloadLayout } from './layout/use-layout';

const load = async () => (await import('@/components/graph/canvas/canvas')).Canvas;

/** Preloads code and layout worker as soon as a page knows it will draw a graph; does nothing on a server. */
export function preloadGraph(): void {
  if (typeof window === 'undefined') return;
  // In a separate task: pages call this while their own code is evaluated.
  setTimeout(() => {
    // The drawing reports a failure when it loads the code itself.
    load().catch(() => undefined);
    preloadLayout();
  });
}

/** The drawing's component, as a query. */
export function useCanvas() {
  return useQuery({
    queryKey: ['graph-canvas'],
    queryFn: load,
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}
