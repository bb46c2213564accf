'use client';
// Which vertex has keyboard focus, and scrolling the focused or selected vertex into view.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useReactFlow, useStore, useStoreApi } from 'reactflow';
import type { Box } from '@/lib/dag/layout';
import { type Direction, neighbour } from '@/lib/dag/keyboard-navigation';
import { OVERVIEW_BELOW } from './use-visible-elements';
import type { DrawnGraph } from '@/components/graph/layout/use-layout';
import { inView } from './viewport';

/** The zoom at which a vertex on the overview canvas is shown. */
const DETAIL_ZOOM = OVERVIEW_BELOW * 1.3;

/** Centres `box`; in a reduced drawing also zooms in until vertices are mounted. */
function useShow(reduced: boolean) {
  const flow = useReactFlow();
  return useCallback(
    ({ x, y, width, height }: Box, duration: number) =>
      void flow.setCenter(x + width / 2, y + height / 2, {
        zoom: reduced ? Math.max(flow.getZoom(), DETAIL_ZOOM) : flow.getZoom(),
        duration,
      }),
    [flow, reduced],
  );
}

/** The focused vertex (initially `start`), and how the keyboard moves it. */
export function useKeyboardFocus({ graph, layout }: DrawnGraph, start: string | null, reduced: boolean) {
  const store = useStoreApi();
  const show = useShow(reduced);
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

/** Keeps a selected vertex in view, also when the inspector opens beside it; a restored viewport stays unchanged. */
export function useKeepInView(
  { layout }: DrawnGraph,
  selected: string | null,
  restored: boolean,
  reduced: boolean,
): void {
  const isFirst = useRef(restored);
  const store = useStoreApi();
  const show = useShow(reduced);
  const frameWidth = useStore((state) => state.width);
  const chosen = selected === null ? undefined : layout.vertices.get(selected);
  useEffect(() => {
    if (!chosen || frameWidth === 0) return;
    if (isFirst.current) isFirst.current = false;
    else if (!inView(chosen, store.getState()) || (reduced && store.getState().transform[2] < OVERVIEW_BELOW))
      show(chosen, 160);
  }, [chosen, frameWidth, show, store, reduced]);
}
