'use client';
// Which vertex has keyboard focus, and scrolling the focused or selected vertex into view.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useReactFlow, useStore, useStoreApi } from 'reactflow';
import type { Box } from '@/lib/dag/layout';
import { type Direction, neighbour } from '@/lib/dag/keyboard-navigation';
import { FAR } from './use-visible-elements';
import type { DrawnGraph } from '@/components/graph/layout/use-layout';
import { inView } from './viewport';

/** Where a vertex is gone to in a drawing that is a picture from afar: near enough for it to be mounted. */
const NEAR = FAR * 1.3;

/** Moves the view so that `box` is in its middle. `reduced`: and near enough, where from afar there is only a picture. */
function useShow(reduced: boolean) {
  const flow = useReactFlow();
  return useCallback(
    ({ x, y, width, height }: Box, duration: number) =>
      void flow.setCenter(x + width / 2, y + height / 2, {
        zoom: reduced ? Math.max(flow.getZoom(), NEAR) : flow.getZoom(),
        duration,
      }),
    [flow, reduced],
  );
}

/** The vertex at which the keyboard is, `start` before it moved, how it walks on, and how it goes to any other. */
export function useKeyboardFocus({ graph, layout }: DrawnGraph, start: string | null, reduced: boolean) {
  const store = useStoreApi();
  const show = useShow(reduced);
  const [at, setAt] = useState<{ name: string; walking: boolean } | null>(null);
  const current =
    [at?.name, start].find((name) => typeof name === 'string' && layout.vertices.has(name)) ?? null;
  const onWalk = useCallback(
    (from: string, direction: Direction) => {
      const next = neighbour(graph, layout, from, direction);
      const box = next === null ? undefined : layout.vertices.get(next);
      if (next === null || !box) return;
      setAt({ name: next, walking: true });
      if (!inView(box, store.getState())) show(box, 120);
    },
    [graph, layout, show, store],
  );
  const onCurrent = useCallback(
    (name: string) => setAt((before) => ({ name, walking: before?.name === name && before.walking })),
    [],
  );
  const onGo = useCallback((name: string) => setAt({ name, walking: true }), []);
  return { current, walking: at?.walking ?? false, onWalk, onCurrent, onGo };
}

/** Whoever chooses a vertex sees it: also when the inspector that opens takes the room it stood in. A view that a link restored stays as it was. */
export function useKeepInView(
  { layout }: DrawnGraph,
  selected: string | null,
  restored: boolean,
  reduced: boolean,
): void {
  const isFirst = useRef(restored);
  const store = useStoreApi();
  const show = useShow(reduced);
  const room = useStore((state) => state.width);
  const chosen = selected === null ? undefined : layout.vertices.get(selected);
  useEffect(() => {
    if (!chosen || room === 0) return;
    if (isFirst.current) isFirst.current = false;
    else if (!inView(chosen, store.getState()) || (reduced && store.getState().transform[2] < FAR))
      show(chosen, 160);
  }, [chosen, room, show, store, reduced]);
}
