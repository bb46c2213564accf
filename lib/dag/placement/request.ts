// Placement requests and results, in layout pixels. They cross into a worker, so they are plain data.
// Invariant: vertices and edges are known by index alone, so no name can break a placement.

/** The direction a graph runs in: left to right, or top down. */
export const headings = ['right', 'down'] as const;
export type Heading = (typeof headings)[number];

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Box = Point & Size;

export interface PlacementEdge {
  from: number;
  to: number;
  /** Offset of either port along its side. */
  fromY: number;
  toY: number;
  label: Size | null;
  /** Closes a loop. */
  back: boolean;
  /** Must not run straight between its ports, because a parallel edge does. */
  apart: boolean;
}

export interface PlacementRequest {
  sizes: Size[];
  edges: PlacementEdge[];
  /** Long thin graphs may be broken into rows, like text. */
  wrap: boolean;
  heading: Heading;
}

export interface EdgeRoute {
  /** From port to port. */
  points: Point[];
  /** Space reserved for the label. */
  label: Box | null;
}

/** In the order of the request. */
export interface PlacementResult {
  vertices: Box[];
  edges: EdgeRoute[];
}
