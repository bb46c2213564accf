'use client';
// Which part of a drawing is in view, and the initial view. Boxes are in layout pixels, a view is their offset and zoom.
import { getViewportForBounds, type Viewport, useStore } from 'reactflow';
import { boxAround, cornersOf, type Layout } from '@/lib/dag/layout';
import type { Box } from '@/lib/dag/placement/request';

/** Below `overviewBelow`, a large graph is painted on a canvas instead of as vertex cards. */
export const ZOOM = { least: 0.02, overviewBelow: 0.34, fitted: 1, most: 2 };
/** Margin around a fitted graph in screen pixels, for the tools. */
const MARGIN = { x: 44, y: 20 };
const padding = { x: `${MARGIN.x}px`, y: `${MARGIN.y}px` } as const;

export interface FlowState {
  transform: [number, number, number];
  width: number;
  height: number;
}

/** Whether the whole box is in view. */
export function inView(box: Box, { transform: [left, top, zoom], width, height }: FlowState): boolean {
  const x = box.x * zoom + left;
  const y = box.y * zoom + top;
  return x >= 0 && y >= 0 && x + box.width * zoom <= width && y + box.height * zoom <= height;
}

/** Whether the centre of the box is in view. */
export function centreInView(box: Box, { transform: [left, top, zoom], width, height }: FlowState): boolean {
  const x = (box.x + box.width / 2) * zoom + left;
  const y = (box.y + box.height / 2) * zoom + top;
  return x >= 0 && y >= 0 && x <= width && y <= height;
}

/** The visible area in layout pixels. */
export function visibleArea({ transform: [left, top, zoom], width, height }: FlowState): Box {
  return { x: -left / zoom, y: -top / zoom, width: width / zoom, height: height / zoom };
}

const NO_MINIMUM = Number.MIN_VALUE;

/** The view that fits everything without enlarging it. */
export function wholeView(layout: Layout, width: number, height: number): Viewport {
  return getViewportForBounds(layout.box, width, height, NO_MINIMUM, ZOOM.fitted, padding);
}

/** The minimum zoom: until everything is in view. */
export function leastZoom(layout: Layout, width: number, height: number): number {
  return Math.min(ZOOM.least, wholeView(layout, width, height).zoom);
}

/** The view centred on these boxes, zoomed out only as far as needed. */
export function viewOf(boxes: readonly Box[], { transform, width, height }: FlowState): Viewport {
  const around = boxAround(boxes.flatMap(cornersOf));
  return getViewportForBounds(around, width, height, NO_MINIMUM, transform[2], padding);
}

/** The view of the start of a graph at `zoom`. */
function beginning({ box, heading }: Layout, zoom: number, width: number, height: number): Viewport {
  const spare = { x: (width - box.width * zoom) / 2, y: (height - box.height * zoom) / 2 };
  const isDown = heading === 'down';
  return {
    zoom,
    x: (isDown ? spare.x : Math.max(MARGIN.y, spare.x)) - box.x * zoom,
    y: (isDown ? MARGIN.y : Math.max(MARGIN.y, spare.y)) - box.y * zoom,
  };
}

/** In a narrow frame, a graph too small to read when fitted is shown from its start. */
const NARROW = { frame: 640, vertices: 60, zoom: 0.36 };

/** The initial view: the whole graph, or its start if that would be unreadable. */
export function firstView(layout: Layout, width: number, height: number): Viewport {
  const whole = wholeView(layout, width, height);
  if (whole.zoom < ZOOM.least) return beginning(layout, ZOOM.least, width, height);
  const { frame, vertices, zoom } = NARROW;
  if (width >= frame || whole.zoom >= zoom || layout.vertices.size > vertices) return whole;
  return beginning(layout, zoom, width, height);
}

/** Detail of a vertex: everything; name, state and port dots; or a block in its state's colour. */
export type ZoomLevel = 'full' | 'brief' | 'block';

const FULL = 0.52;
const BRIEF = 0.2;

function zoomLevel(zoom: number): ZoomLevel {
  if (zoom >= FULL) return 'full';
  return zoom >= BRIEF ? 'brief' : 'block';
}

/** Size on screen of the names of vertices that are zoomed out. */
const BRIEF_NAME_PX = 12;
const NAME_STEP = 4;

/** The size in layout pixels that keeps these names readable; the same for all vertices, in steps. */
function nameSize(zoom: number): number {
  return Math.ceil(BRIEF_NAME_PX / Math.max(zoom, BRIEF) / NAME_STEP) * NAME_STEP;
}

export function useNameSize(): number {
  return useStore((state) => nameSize(state.transform[2]));
}

/** Changes only at a boundary, so that zooming re-renders nothing in between. */
export function useZoomLevel(): ZoomLevel {
  return useStore((state) => zoomLevel(state.transform[2]));
}
