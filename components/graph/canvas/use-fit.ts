'use client';
// Fits the whole graph: in the first view, on request, and when the frame is resized before the reader moved.
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useReactFlow, useStore, useStoreApi, type Viewport } from 'reactflow';
import type { Layout } from '@/lib/dag/layout';
import { firstView, wholeView } from './viewport';

interface Fit {
  first: Viewport;
  fit: () => void;
}

/** `position`: the initial viewport; null fits the graph, and fits it again on resize until the reader moves. */
export function useFit(
  layout: Layout,
  position: Viewport | null,
  size: { width: number; height: number },
): Fit {
  const flow = useReactFlow();
  const store = useStoreApi();
  // Only once: a growing graph must not move the view.
  const [first] = useState(() => position ?? firstView(layout, size.width, size.height));
  /** The last fitted view; null if restored from a link. */
  const fitted = useRef(position === null ? first : null);
  const known = useRef(size);
  // Zero until React Flow has measured the frame.
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);

  useLayoutEffect(() => {
    const { current: before } = known;
    if (width === 0 || height === 0 || (width === before.width && height === before.height)) return;
    known.current = { width, height };
    if (fitted.current === null) return;
    const [x, y, zoom] = store.getState().transform;
    const { current } = fitted;
    if (x !== current.x || y !== current.y || zoom !== current.zoom) return;
    fitted.current = firstView(layout, width, height);
    void flow.setViewport(fitted.current);
  }, [flow, store, layout, width, height]);

  const fit = useCallback(() => {
    const state = store.getState();
    fitted.current = wholeView(layout, state.width, state.height);
    void flow.setViewport(fitted.current, { duration: 160 });
  }, [flow, store, layout]);
  return { first, fit };
}
