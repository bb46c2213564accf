// Placement requests and results: plain numbers in layout pixels that cross into a worker and can be cached.
// Invariant: vertices and edges are known by index alone, so no name can break a placement.
/** The direction a graph runs in: left to right, or top down. */
export const headings = ['right', 'down'] as const;
export type Heading = (typeof headings)[number];

export interface Point {
  x: number;
  y: number;
}

/** Numbers per edge in a request. */
export const EDGE_FIELDS = 8;

export interface PlacementRequest {
  /** Width and height of each vertex. */
  sizes: Float32Array;
  /** Per edge: source and target vertex, offset of either port along its side, label width and height,
   * 1 if it closes a loop, 1 if it must not share a straight line with a parallel edge. */
  edges: Float32Array;
  /** Long thin graphs may be broken into rows, like text. */
  wrap: boolean;
  heading: Heading;
}

export interface PlacementResult {
  /** Left and top of each vertex. */
  vertices: Float32Array;
  /** Corners of all edges in turn, as x and y. */
  points: Float32Array;
  /** Index of each edge's first corner in `points` (in pairs), plus a final end index. */
  starts: Uint32Array;
  /** Left and top of each edge's label; NaN without one. */
  labels: Float32Array;
}

export interface PlacementEdge {
  index: number;
  from: number;
  to: number;
  fromY: number;
  toY: number;
  label: { width: number; height: number } | null;
  back: boolean;
  /** Must not run straight between its ports, because a parallel edge does. */
  apart: boolean;
}

export function edgesOf({ edges }: PlacementRequest): PlacementEdge[] {
  const at = (index: number, field: number) => edges[index * EDGE_FIELDS + field] ?? 0;
  return Array.from({ length: edges.length / EDGE_FIELDS }, (_, index) => ({
    index,
    from: at(index, 0),
    to: at(index, 1),
    fromY: at(index, 2),
    toY: at(index, 3),
    label: at(index, 4) > 0 ? { width: at(index, 4), height: at(index, 5) } : null,
    back: at(index, 6) === 1,
    apart: at(index, 7) === 1,
  }));
}
