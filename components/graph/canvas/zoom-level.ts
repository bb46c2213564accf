'use client';
import { useStore } from 'reactflow';

/** Detail of a vertex: everything; name, state and port dots; or a block in its state's colour. */
export type ZoomLevel = 'full' | 'brief' | 'block';

const FULL = 0.52;
const BRIEF = 0.2;

export function zoomLevel(zoom: number): ZoomLevel {
  if (zoom >= FULL) return 'full';
  return zoom >= BRIEF ? 'brief' : 'block';
}

/** Changes only at a boundary, so that zooming re-renders nothing in between. */
export function useZoomLevel(): ZoomLevel {
  return useStore((state) => zoomLevel(state.transform[2]));
}
