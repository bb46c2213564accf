// What is asked of a placement and what it answers, as plain numbers: nothing else has to cross into a worker or into a store.
// Invariant: vertices and edges are known by their index alone; names, kinds and wording stay with the graph. All lengths are layout pixels.

/** The way a graph runs: its ranks stand beside each other from left to right, or under each other from the top down. */
export const headings = ['right', 'down'] as const;
export type Heading = (typeof headings)[number];

/** Numbers of one edge in a question, in this order. */
export const EDGE_FIELDS = 8;

export interface PlacementQuestion {
  /** Width and height of each vertex. */
  sizes: Float32Array;
  /**
   * From vertex, to vertex, where it leaves and where it enters (along the vertex's side: y when the graph runs right, x when it runs down),
   * label width, label height, 1 when it closes a loop, 1 when it needs a way of its own.
   */
  edges: Float32Array;
  /** A long thin graph may be broken into rows, like text. */
  wrap: boolean;
  heading: Heading;
}

export interface PlacementAnswer {
  width: number;
  height: number;
  /** Left and top of each vertex. */
  vertices: Float32Array;
  /** Corners of all edges, x and y, one edge after the other. */
  points: Float32Array;
  /** Where the corners of each edge begin in `points`, in pairs; one more entry than there are edges. */
  starts: Uint32Array;
  /** Left and top of each edge's label; NaN where there is none. */
  labels: Float32Array;
}

export interface AskedEdge {
  index: number;
  from: number;
  to: number;
  fromY: number;
  toY: number;
  label: { width: number; height: number } | null;
  back: boolean;
  /** Must not lie on the straight line between its ports, because another edge does. */
  apart: boolean;
}

export function askedEdges({ edges }: PlacementQuestion): AskedEdge[] {
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
