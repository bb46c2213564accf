// Which part of a drawing is in view, and the initial view. Boxes are in layout pixels, a view is their offset and zoom.
import { getViewportForBounds, type Viewport } from 'reactflow';
import { type Box, type Layout, emptyBounds, extendBounds } from '@/lib/dag/layout';

export const ZOOM = { least: 0.02, fitted: 1, most: 2 };
/** Room around the whole graph, in pixels of the screen: the tools stand in it. */
const ROOM = { x: 44, y: 20 };
const padding = { x: `${ROOM.x}px`, y: `${ROOM.y}px` } as const;

export interface FlowState {
  transform: [number, number, number];
  width: number;
  height: number;
}

/** True when the whole box lies in the part of the drawing that is in sight. */
export function inView(box: Box, { transform: [left, top, zoom], width, height }: FlowState): boolean {
  const x = box.x * zoom + left;
  const y = box.y * zoom + top;
  return x >= 0 && y >= 0 && x + box.width * zoom <= width && y + box.height * zoom <= height;
}

/** True when the middle of the box is in sight: one sees that it is there, if not all of it. */
export function centreInView(box: Box, { transform: [left, top, zoom], width, height }: FlowState): boolean {
  const x = (box.x + box.width / 2) * zoom + left;
  const y = (box.y + box.height / 2) * zoom + top;
  return x >= 0 && y >= 0 && x <= width && y <= height;
}

/** What is in sight, in the drawing's own pixels. */
export function sight({ transform: [left, top, zoom], width, height }: FlowState): Box {
  return { x: -left / zoom, y: -top / zoom, width: width / zoom, height: height / zoom };
}

/** As far off as it takes. */
const NO_LEAST = Number.MIN_VALUE;

/** The view that shows everything, ways of edges included, however large it is, and enlarges nothing. */
export function wholeView(layout: Layout, width: number, height: number): Viewport {
  return getViewportForBounds(layout.box, width, height, NO_LEAST, ZOOM.fitted, padding);
}

/** How far off one may go: until the whole is in sight. */
export function leastZoom(layout: Layout, width: number, height: number): number {
  return Math.min(ZOOM.least, wholeView(layout, width, height).zoom);
}

/** The view with these boxes in its middle, as near as it is now, or as far off as it takes to have all of them in sight. */
export function viewOf(boxes: readonly Box[], { transform, width, height }: FlowState): Viewport {
  const extent = emptyBounds();
  for (const { x, y, width, height } of boxes)
    extendBounds(extent, new Float32Array([x, y, x + width, y + height]));
  const { left: x, top: y, right, bottom } = extent;
  const around = { x, y, width: right - x, height: bottom - y };
  return getViewportForBounds(around, width, height, NO_LEAST, transform[2], padding);
}

/** The view that shows where a graph begins, at `zoom`. */
function beginning({ box, heading }: Layout, zoom: number, width: number, height: number): Viewport {
  const spare = { x: (width - box.width * zoom) / 2, y: (height - box.height * zoom) / 2 };
  const isDown = heading === 'down';
  return {
    zoom,
    x: (isDown ? spare.x : Math.max(ROOM.y, spare.x)) - box.x * zoom,
    y: (isDown ? ROOM.y : Math.max(ROOM.y, spare.y)) - box.y * zoom,
  };
}

/** Of a graph that would be nameless blocks in a narrow frame, the first view shows the beginning instead, large enough to read. */
const NARROW = { frame: 640, vertices: 60, zoom: 0.36 };

/** The view to begin with: the whole, or the beginning of what is too large for that to be of use. */
export function firstView(layout: Layout, width: number, height: number): Viewport {
  const whole = wholeView(layout, width, height);
  if (whole.zoom < ZOOM.least) return beginning(layout, ZOOM.least, width, height);
  const { frame, vertices, zoom } = NARROW;
  if (width >= frame || whole.zoom >= zoom || layout.vertices.size > vertices) return whole;
  return beginning(layout, zoom, width, height);
}
