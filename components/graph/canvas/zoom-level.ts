'use client';
import { useStore } from 'reactflow';

/** How much of a vertex is drawn: everything; name, state and port dots; or a block in its state's colour. */
export type ZoomLevel = 'full' | 'brief' | 'block';

const FULL = 0.52;
const BRIEF = 0.2;

export function zoomLevel(zoom: number): ZoomLevel {
  if (zoom >= FULL) return 'full';
  return zoom >= BRIEF ? 'brief' : 'block';
}

/** Changes only when a boundary is crossed, so that zooming redraws nothing in between. */
export function useZoomLevel(): ZoomLevel {
  return useStore((state) => zoomLevel(state.transform[2]));
}
