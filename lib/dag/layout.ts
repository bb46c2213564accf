// Where everything goes: the layout's shape, what the placement is asked for a graph, and how its answer is read.
// Invariant: labels are placed as obstacles of their own, so a label never covers a vertex; ports sit where vertex-size.ts says.
// The placement sees numbers only, so no name can break it. It runs in a worker (components/graph/layout); this file is pure.
import type { FlowGraph } from './flow-graph';
import { EDGE_FIELDS, type PlacementAnswer, type PlacementQuestion } from './placement/question';
import { labelSize, vertexSize } from './vertex-size';

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export interface Layout {
  width: number;
  height: number;
  /** By vertex name. */
  vertices: Map<string, Box>;
  /** By edge key: the way from port to port, and the room kept for the label. */
  edges: Map<string, { points: Point[]; label: Box | null }>;
}

/** What the placement is asked for `graph`. `wrap`: long thin graphs may be broken into rows. */
export function placementQuestion(graph: FlowGraph, { wrap }: { wrap: boolean }): PlacementQuestion {
  const sizes = new Float32Array(graph.vertices.length * 2);
  const edges = new Float32Array(graph.edges.length * EDGE_FIELDS);
  const indexOf = new Map(graph.vertices.map(({ name }, index) => [name, index]));
  const edgeAt = new Map(graph.edges.map((edge, index) => [edge, index * EDGE_FIELDS]));
  for (const [index, vertex] of graph.vertices.entries()) {
    const { width, height, ports } = vertexSize(vertex);
    sizes.set([width, height], index * 2);
    const all = [...vertex.inputs, ...vertex.outputs];
    for (const [place, port] of all.entries())
      for (const edge of port.edges) {
        const leaves = place >= vertex.inputs.length;
        edges[(edgeAt.get(edge) ?? 0) + (leaves ? 2 : 3)] = ports[place]?.y ?? 0;
      }
  }
  const ways = new Set<string>();
  for (const [index, edge] of graph.edges.entries()) {
    const at = index * EDGE_FIELDS;
    const label = labelSize(edge.kind);
    edges[at] = indexOf.get(edge.from.vertex) ?? 0;
    edges[at + 1] = indexOf.get(edge.to.vertex) ?? 0;
    edges[at + 4] = label?.width ?? 0;
    edges[at + 5] = label?.height ?? 0;
    edges[at + 6] = Number(edge.back);
    const way = edges.subarray(at, at + 4).join(' ');
    edges[at + 7] = Number(ways.has(way));
    ways.add(way);
  }
  return { sizes, edges, wrap };
}

/** The answer as a layout of `graph`. Throws when it is the answer to another question. */
export function readPlacement(graph: FlowGraph, answer: PlacementAnswer): Layout {
  const { vertices, edges } = graph;
  const { points, starts, labels } = answer;
  if (answer.vertices.length !== vertices.length * 2 || starts.length !== edges.length + 1)
    throw new Error('the placement answers another question: vertices or edges do not match');
  const number = (of: Float32Array, index: number) => of[index] ?? 0;
  return {
    width: answer.width,
    height: answer.height,
    vertices: new Map(
      vertices.map((vertex, index) => {
        const { width, height } = vertexSize(vertex);
        const [x, y] = [number(answer.vertices, index * 2), number(answer.vertices, index * 2 + 1)];
        return [vertex.name, { x, y, width, height }];
      }),
    ),
    edges: new Map(
      edges.map(({ key, kind }, index) => {
        const way: Point[] = [];
        for (let at = starts[index] ?? 0; at < (starts[index + 1] ?? 0); at += 1)
          way.push({ x: number(points, at * 2), y: number(points, at * 2 + 1) });
        const size = labelSize(kind);
        const label = size && {
          x: number(labels, index * 2),
          y: number(labels, index * 2 + 1),
          ...size,
        };
        return [key, { points: way, label: label && Number.isFinite(label.x) ? label : null }];
      }),
    ),
  };
}

/** The box around everything that is drawn: cards, ways of edges, labels. */
export function drawnBox(layout: Layout): Box {
  const boxes = [
    ...layout.vertices.values(),
    ...[...layout.edges.values()].flatMap(({ points, label }) => [
      ...points.map(({ x, y }) => ({ x, y, width: 0, height: 0 })),
      ...(label ? [label] : []),
    ]),
  ];
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y, width, height } of boxes) {
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x + width);
    box.bottom = Math.max(box.bottom, y + height);
  }
  return { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top };
}

/**
 * The layout moved as a whole so that the vertices it shares with `before` stay where they were, as nearly as their new places allow:
 * a build that grows while it is watched must not jump.
 */
export function anchored(layout: Layout, before: Layout | undefined): Layout {
  const moves = [...layout.vertices].flatMap(([name, { x, y }]) => {
    const old = before?.vertices.get(name);
    return old ? [{ x: old.x - x, y: old.y - y }] : [];
  });
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const dx = middle(moves.map(({ x }) => x));
  const dy = middle(moves.map(({ y }) => y));
  if (dx === 0 && dy === 0) return layout;
  const moved = <Place extends Point>(place: Place): Place => ({
    ...place,
    x: place.x + dx,
    y: place.y + dy,
  });
  return {
    ...layout,
    vertices: new Map([...layout.vertices].map(([name, box]) => [name, moved(box)])),
    edges: new Map(
      [...layout.edges].map(([key, { points, label }]) => [
        key,
        { points: points.map(moved), label: label && moved(label) },
      ]),
    ),
  };
}
