// The layout of a graph: its placement request, and the result as boxes and edge routes.
// Invariant: a label has space of its own, so it never covers a vertex; ports sit where vertex-size.ts puts them.
import type { FlowGraph } from './flow-graph';
import {
  EDGE_FIELDS,
  type Heading,
  type PlacementResult,
  type PlacementRequest,
  type Point,
} from '@/lib/dag/placement/request';
import { labelSize, vertexSize } from './vertex-size';

export interface Box extends Point {
  width: number;
  height: number;
}

export interface Layout {
  /** The direction the graph runs in. */
  heading: Heading;
  /** Around everything drawn: cards, edges, labels. */
  box: Box;
  /** By vertex name. */
  vertices: Map<string, Box>;
  /** By edge key. */
  edges: EdgeRoutes;
}

/** `wrap`: long thin graphs may be broken into rows. */
export function placementRequest(
  graph: FlowGraph,
  { wrap, heading }: Pick<PlacementRequest, 'wrap' | 'heading'>,
): PlacementRequest {
  const sizes = new Float32Array(graph.vertices.length * 2);
  const edges = new Float32Array(graph.edges.length * EDGE_FIELDS);
  const indexOf = new Map(graph.vertices.map(({ name }, index) => [name, index]));
  const edgeAt = new Map(graph.edges.map((edge, index) => [edge, index * EDGE_FIELDS]));
  for (const [index, vertex] of graph.vertices.entries()) {
    const { width, height, ports } = vertexSize(vertex, heading);
    sizes.set([width, height], index * 2);
    const all = [...vertex.inputs, ...vertex.outputs];
    for (const [place, port] of all.entries())
      for (const edge of port.edges) {
        const leaves = place >= vertex.inputs.length;
        edges[(edgeAt.get(edge) ?? 0) + (leaves ? 2 : 3)] =
          ports[place]?.[heading === 'down' ? 'x' : 'y'] ?? 0;
      }
  }
  const routes = new Set<string>();
  const labels = new Map<string, ReturnType<typeof labelSize>>();
  for (const [index, edge] of graph.edges.entries()) {
    const at = index * EDGE_FIELDS;
    const label = labels.has(edge.kind) ? labels.get(edge.kind) : labelSize(edge.kind);
    labels.set(edge.kind, label ?? null);
    edges[at] = indexOf.get(edge.from.vertex) ?? 0;
    edges[at + 1] = indexOf.get(edge.to.vertex) ?? 0;
    edges[at + 4] = label?.width ?? 0;
    edges[at + 5] = label?.height ?? 0;
    edges[at + 6] = Number(edge.back);
    const route = `${edges[at]} ${edges[at + 1]} ${edges[at + 2]} ${edges[at + 3]}`;
    edges[at + 7] = Number(routes.has(route));
    routes.add(route);
  }
  return { sizes, edges, wrap, heading };
}

/** The layout of `graph` from the result of its placement request. Throws when the two do not match. */
export function readPlacement(
  graph: FlowGraph,
  { sizes, edges, heading }: PlacementRequest,
  { vertices, points, starts, labels }: PlacementResult,
): Layout {
  if (vertices.length !== graph.vertices.length * 2 || starts.length !== graph.edges.length + 1)
    throw new Error('the placement result does not match the graph');
  const bounds = emptyBounds();
  extendBounds(bounds, vertices);
  extendBounds(
    bounds,
    vertices.map((value, index) => value + (sizes[index] ?? 0)),
  );
  extendBounds(bounds, points);
  // Coordinates of edges without a label are NaN, which never extends the bounds.
  extendBounds(bounds, labels);
  extendBounds(
    bounds,
    labels.map((value, index) => value + (edges[(index >> 1) * EDGE_FIELDS + 4 + (index % 2)] ?? 0)),
  );
  const { left, top, right, bottom } = bounds;
  return {
    heading,
    box:
      left > right
        ? { x: 0, y: 0, width: 0, height: 0 }
        : { x: left, y: top, width: right - left, height: bottom - top },
    vertices: new Map(
      graph.vertices.map(({ name }, index) => {
        const [x = 0, y = 0] = vertices.subarray(index * 2, index * 2 + 2);
        const [width = 0, height = 0] = sizes.subarray(index * 2, index * 2 + 2);
        return [name, { x, y, width, height }];
      }),
    ),
    edges: new EdgeRoutes(graph, { points, starts, labels, edges }),
  };
}

/** Shifts the whole layout so that shared vertices stay where they were: a growing build must not jump. */
export function anchored(layout: Layout, before: Layout | undefined): Layout {
  if (before === undefined) return layout;
  const moves = [...layout.vertices].flatMap(([name, { x, y }]) => {
    const old = before.vertices.get(name);
    return old ? [{ x: old.x - x, y: old.y - y }] : [];
  });
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const dx = middle(moves.map(({ x }) => x));
  const dy = middle(moves.map(({ y }) => y));
  if (dx === 0 && dy === 0) return layout;
  const moved = (box: Box): Box => ({ ...box, x: box.x + dx, y: box.y + dy });
  return {
    ...layout,
    box: moved(layout.box),
    vertices: new Map([...layout.vertices].map(([name, box]) => [name, moved(box)])),
    edges: layout.edges.moved(dx, dy),
  };
}

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function emptyBounds(): Bounds {
  return { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
}

/** Extends `bounds` by points given as x and y in turn; NaN is ignored. */
export function extendBounds(bounds: Bounds, numbers: Float32Array): void {
  for (let at = 0; at < numbers.length; at += 2) {
    const [x, y] = [numbers[at] ?? 0, numbers[at + 1] ?? 0];
    if (x < bounds.left) bounds.left = x;
    if (x > bounds.right) bounds.right = x;
    if (y < bounds.top) bounds.top = y;
    if (y > bounds.bottom) bounds.bottom = y;
  }
}

export interface EdgeRoute {
  /** From port to port. */
  points: Point[];
  /** Space reserved for the label. */
  label: Box | null;
}

type Numbers = Pick<PlacementResult, 'points' | 'starts' | 'labels'> & Pick<PlacementRequest, 'edges'>;

/** The routes of a layout's edges, created on first access: a large graph has tens of thousands of corners. */
export class EdgeRoutes {
  private readonly cache: (EdgeRoute | undefined)[] = [];
  private indexes: Map<string, number> | null = null;

  constructor(
    private readonly graph: FlowGraph,
    private readonly numbers: Numbers,
  ) {}

  get size(): number {
    return this.graph.edges.length;
  }

  get(key: string): EdgeRoute | undefined {
    this.indexes ??= new Map(this.graph.edges.map((edge, index) => [edge.key, index]));
    const index = this.indexes.get(key);
    return index === undefined ? undefined : this.at(index);
  }

  /** The corners of edge `index`: x and y in turn. */
  corners(index: number): Float32Array {
    const { points, starts } = this.numbers;
    return points.subarray((starts[index] ?? 0) * 2, (starts[index + 1] ?? 0) * 2);
  }

  *[Symbol.iterator](): Generator<[string, EdgeRoute]> {
    for (const [index, { key }] of this.graph.edges.entries()) yield [key, this.at(index)];
  }

  /** The same routes, shifted. */
  moved(dx: number, dy: number): EdgeRoutes {
    const shifted = (values: Float32Array) =>
      values.map((value, index) => value + (index % 2 === 0 ? dx : dy));
    const { points, labels } = this.numbers;
    return new EdgeRoutes(this.graph, { ...this.numbers, points: shifted(points), labels: shifted(labels) });
  }

  private at(index: number): EdgeRoute {
    const known = this.cache[index];
    if (known) return known;
    const corners = this.corners(index);
    const points: Point[] = [];
    for (let at = 0; at < corners.length; at += 2)
      points.push({ x: corners[at] ?? 0, y: corners[at + 1] ?? 0 });
    const { labels, edges } = this.numbers;
    const [x = Number.NaN, y = Number.NaN] = labels.subarray(index * 2, index * 2 + 2);
    const [width = 0, height = 0] = edges.subarray(index * EDGE_FIELDS + 4, index * EDGE_FIELDS + 6);
    const route = { points, label: width > 0 && Number.isFinite(x) ? { x, y, width, height } : null };
    this.cache[index] = route;
    return route;
  }
}
