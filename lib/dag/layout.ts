// Where everything goes: the layout's shape, what the placement is asked for a graph, and how its answer is read.
// Invariant: labels are placed as obstacles of their own, so a label never covers a vertex; ports sit where vertex-size.ts says.
// The placement sees numbers only, so no name can break it. It runs in a worker (components/graph/layout); this file is pure.
import { nowhere, widen } from './extent';
import type { FlowGraph } from './flow-graph';
import {
  EDGE_FIELDS,
  type Heading,
  type PlacementAnswer,
  type PlacementQuestion,
} from './placement/question';
import { labelSize, vertexSize } from './vertex-size';
import { Ways } from './ways';

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export interface Layout {
  /** The way it runs: ports lie on the sides that it runs from and to. */
  heading: Heading;
  /** Around everything that is drawn: cards, ways of edges, labels. */
  box: Box;
  /** By vertex name. */
  vertices: Map<string, Box>;
  /** By edge key. */
  edges: Ways;
}

/** What the placement is asked for `graph`. `wrap`: long thin graphs may be broken into rows. */
export function placementQuestion(
  graph: FlowGraph,
  { wrap, heading }: Pick<PlacementQuestion, 'wrap' | 'heading'>,
): PlacementQuestion {
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
  const ways = new Set<string>();
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
    const way = `${edges[at]} ${edges[at + 1]} ${edges[at + 2]} ${edges[at + 3]}`;
    edges[at + 7] = Number(ways.has(way));
    ways.add(way);
  }
  return { sizes, edges, wrap, heading };
}

/** The answer to `question`, which was asked for `graph`, as its layout. Throws when it is the answer to another question. */
export function readPlacement(
  graph: FlowGraph,
  { sizes, edges, heading }: PlacementQuestion,
  { vertices, points, starts, labels }: PlacementAnswer,
): Layout {
  if (vertices.length !== graph.vertices.length * 2 || starts.length !== graph.edges.length + 1)
    throw new Error('the placement answers another question: vertices or edges do not match');
  const far = nowhere();
  widen(far, vertices);
  widen(
    far,
    vertices.map((value, index) => value + (sizes[index] ?? 0)),
  );
  widen(far, points);
  // A label is a cell of its own; the far corner of one that has none is NaN, which is never greater.
  widen(far, labels);
  widen(
    far,
    labels.map((value, index) => value + (edges[(index >> 1) * EDGE_FIELDS + 4 + (index % 2)] ?? 0)),
  );
  const { left, top, right, bottom } = far;
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
    edges: new Ways(graph, { points, starts, labels, edges }),
  };
}

/**
 * The layout moved as a whole so that the vertices it shares with `before` stay where they were, as nearly as their new places allow:
 * a build that grows while it is watched must not jump.
 */
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
