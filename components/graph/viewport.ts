// Which part of a drawing is in sight, and which view to begin with. Positions are the drawing's own, a view is its shift and zoom on the screen.
import { getViewportForBounds, type Viewport } from 'reactflow';
import type { Box, Layout } from '@/lib/dag/layout';

export const ZOOM = { least: 0.02, fitted: 1, most: 2 };
/** Room around the whole graph, in pixels of the screen: the tools stand in it. */
const ROOM = { x: 44, y: 20 };

export interface FlowState {
  transform: [number, number, number];
  width: number;
  height: number;
}

/** True when the whole box lies in the part of the drawing that is in sight. */
export function inSight(box: Box, { transform: [left, top, zoom], width, height }: FlowState): boolean {
  const x = box.x * zoom + left;
  const y = box.y * zoom + top;
  return x >= 0 && y >= 0 && x + box.width * zoom <= width && y + box.height * zoom <= height;
}

/** What is in sight, in the drawing's own pixels. */
export function sight({ transform: [left, top, zoom], width, height }: FlowState): Box {
  return { x: -left / zoom, y: -top / zoom, width: width / zoom, height: height / zoom };
}

/** The view that shows everything, ways of edges included, and enlarges nothing. */
export function wholeView(layout: Layout, width: number, height: number): Viewport {
  const { least, fitted } = ZOOM;
  const padding = { x: `${ROOM.x}px`, y: `${ROOM.y}px` } as const;
  return getViewportForBounds(layout.box, width, height, least, fitted, padding);
}

/** Of a graph that would be nameless blocks in a narrow frame, the first view shows the beginning instead, large enough to read. */
const NARROW = { frame: 640, vertices: 60, zoom: 0.36 };

export function firstView(layout: Layout, width: number, height: number): Viewport {
  const whole = wholeView(layout, width, height);
  const { frame, vertices, zoom } = NARROW;
  if (width >= frame || whole.zoom >= zoom || layout.vertices.size > vertices) return whole;
  const { box } = layout;
  const spare = { x: (width - box.width * zoom) / 2, y: (height - box.height * zoom) / 2 };
  return {
    zoom,
    x: (layout.heading === 'down' ? spare.x : ROOM.y) - box.x * zoom,
    y: (layout.heading === 'down' ? ROOM.y : Math.max(ROOM.y, spare.y)) - box.y * zoom,
  };
}
