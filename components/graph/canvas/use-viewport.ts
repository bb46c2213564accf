'use client';
// Moves the view: fits the whole graph, follows the keyboard from vertex to vertex, keeps the selected vertex in view.
import { useCallback, useLayoutEffect, useRef, useState, useEffect } from 'react';
import { useReactFlow, useStore, useStoreApi, type Viewport } from 'reactflow';
import type { Layout } from '@/lib/dag/layout';
import type { Box } from '@/lib/dag/placement/request';
import { motionMs } from './motion';
import { firstView, inView, wholeView, ZOOM } from './viewport';
import { type Direction, neighbour } from '@/lib/dag/keyboard-navigation';
import type { DrawnGraph } from '@/components/graph/layout/use-layout';

interface Fit {
  first: Viewport;
  fit: () => void;
}

/** `position`: the initial viewport; null fits the graph, and fits it again on resize until the reader moves. */
export function useFit(
  layout: Layout,
  position: Viewport | null,
  size: { width: number; height: number },
  isReducedDrawing: boolean,
): Fit {
  const flow = useReactFlow();
  const store = useStoreApi();
  // Only once: a growing graph must not move the view.
  const [first] = useState(() => position ?? firstView(layout, size.width, size.height));
  /** The last fitted view; null if restored from a link. */
  const fitted = useRef(position === null ? first : null);
  const lastSize = useRef(size);
  // Zero until React Flow has measured the frame.
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);

  useLayoutEffect(() => {
    const { current: before } = lastSize;
    if (width === 0 || height === 0 || (width === before.width && height === before.height)) return;
    lastSize.current = { width, height };
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
    void flow.setViewport(fitted.current, { duration: isReducedDrawing ? 0 : motionMs(160) });
  }, [flow, store, layout, isReducedDrawing]);
  return { first, fit };
}

/** The zoom at which a vertex on the overview canvas is shown. */
const DETAIL_ZOOM = ZOOM.overviewBelow * 1.3;

/**
 * Centres `box`; in a reduced drawing also zooms in until vertices are mounted. There it jumps: a moving view would mount and paint
 * everything on its way (measured: half the work of going to a vertex).
 */
function useShow(isReducedDrawing: boolean) {
  const flow = useReactFlow();
  return useCallback(
    ({ x, y, width, height }: Box, duration: number) =>
      void flow.setCenter(x + width / 2, y + height / 2, {
        zoom: isReducedDrawing ? Math.max(flow.getZoom(), DETAIL_ZOOM) : flow.getZoom(),
        duration: isReducedDrawing ? 0 : motionMs(duration),
      }),
    [flow, isReducedDrawing],
  );
}

/** The focused vertex (initially `start`), and how the keyboard moves it. */
export function useKeyboardFocus(
  { graph, layout }: DrawnGraph,
  start: string | null,
  isReducedDrawing: boolean,
) {
  const store = useStoreApi();
  const show = useShow(isReducedDrawing);
  const [at, setAt] = useState<{ name: string; keyboard: boolean } | null>(null);
  const current =
    [at?.name, start].find((name) => typeof name === 'string' && layout.vertices.has(name)) ?? null;
  const onArrow = useCallback(
    (from: string, direction: Direction) => {
      const next = neighbour(graph, layout, from, direction);
      const box = next === null ? undefined : layout.vertices.get(next);
      if (next === null || !box) return;
      setAt({ name: next, keyboard: true });
      if (!inView(box, store.getState())) show(box, 120);
    },
    [graph, layout, show, store],
  );
  const onCurrent = useCallback(
    (name: string) => setAt((before) => ({ name, keyboard: before?.name === name && before.keyboard })),
    [],
  );
  const onGo = useCallback((name: string) => setAt({ name, keyboard: true }), []);
  return { current, keyboard: at?.keyboard ?? false, onArrow, onCurrent, onGo };
}

/** Below this a centred vertex could not be read. */
const READABLE_ZOOM = 0.6;

/** Centres a vertex when it becomes `name`; a restored viewport stays unchanged. */
export function useCentred(
  { layout }: DrawnGraph,
  name: string | null,
  restored: boolean,
  isReducedDrawing: boolean,
): void {
  const flow = useReactFlow();
  const isMeasured = useStore((state) => state.width > 0);
  const centred = useRef(restored ? name : null);
  useEffect(() => {
    const box = name === null ? undefined : layout.vertices.get(name);
    if (!isMeasured || centred.current === name) return;
    centred.current = name;
    if (box === undefined) return;
    const zoom = Math.max(flow.getZoom(), READABLE_ZOOM);
    const duration = isReducedDrawing ? 0 : motionMs(160);
    void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom, duration });
  }, [flow, layout, name, isMeasured, isReducedDrawing]);
}

/**
 * Shows a vertex when it is selected, and keeps it in view when the inspector opens beside it, until the reader moves the view: the returned
 * function says so. A restored viewport stays unchanged.
 */
export function useKeepInView(
  { layout }: DrawnGraph,
  selected: string | null,
  restored: boolean,
  isReducedDrawing: boolean,
): () => void {
  const isFirst = useRef(restored);
  /** The vertex that the reader has moved away from. */
  const movedFrom = useRef<string>(null);
  const store = useStoreApi();
  const show = useShow(isReducedDrawing);
  const frameWidth = useStore((state) => state.width);
  const selectedBox = selected === null ? undefined : layout.vertices.get(selected);
  useEffect(() => {
    if (!selectedBox || frameWidth === 0) return;
    if (isFirst.current) isFirst.current = false;
    else if (
      selected !== movedFrom.current &&
      (!inView(selectedBox, store.getState()) ||
        (isReducedDrawing && store.getState().transform[2] < ZOOM.overviewBelow))
    )
      show(selectedBox, 160);
  }, [selectedBox, selected, frameWidth, show, store, isReducedDrawing]);
  return useCallback(() => void (movedFrom.current = selected), [selected]);
}
