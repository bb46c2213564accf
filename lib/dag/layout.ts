// The layout of a graph: its placement request, and the result by names and keys.
// Invariant: a label has reserved space, so it never covers a vertex; ports sit where vertex-size.ts puts them.
import { type FlowGraph, inputKey, outputKey } from './flow-graph';
import type {
  Box,
  EdgeRoute,
  Heading,
  PlacementRequest,
  PlacementResult,
  Point,
} from '@/lib/dag/placement/request';
import { labelSize, vertexSize } from './vertex-size';

export interface Layout {
  /** The direction the graph runs in. */
  heading: Heading;
  /** Around everything drawn: cards, edges, labels. */
  box: Box;
  /** By vertex name. */
  vertices: Map<string, Box>;
  /** By edge key, in the graph's order. */
  edges: Map<string, EdgeRoute>;
}

/** `wrap`: long thin graphs may be broken into rows. */
export function placementRequest(
  { vertices, edges }: FlowGraph,
  { wrap, heading }: Pick<PlacementRequest, 'wrap' | 'heading'>,
): PlacementRequest {
  const sizes = vertices.map((vertex) => vertexSize(vertex, heading));
  const indexOf = new Map(vertices.map(({ name }, index) => [name, index]));
  const portAt = new Map(
    sizes.flatMap(({ ports }) => ports.map(({ key, x, y }) => [key, heading === 'down' ? x : y])),
  );
  const routes = new Set<string>();
  return {
    sizes: sizes.map(({ width, height }) => ({ width, height })),
    edges: edges.map(({ from, to, kind, back }) => {
      const ends = {
        from: indexOf.get(from.vertex) ?? 0,
        to: indexOf.get(to.vertex) ?? 0,
        fromY: portAt.get(outputKey(from.vertex, from.variant, from.port)) ?? 0,
        toY: portAt.get(inputKey(to.vertex, to.port)) ?? 0,
      };
      const route = Object.values(ends).join(' ');
      const apart = routes.has(route);
      routes.add(route);
      return { ...ends, label: labelSize(kind), back, apart };
    }),
    wrap,
    heading,
  };
}

/** The layout of `graph` from the result of its placement request. */
export function readPlacement(graph: FlowGraph, heading: Heading, placed: PlacementResult): Layout {
  const { vertices, edges } = placed;
  const boxes = [...vertices, ...edges.flatMap(({ label }) => label ?? [])];
  const none = { points: [], label: null };
  return {
    heading,
    box: boxAround([...boxes.flatMap(cornersOf), ...edges.flatMap(({ points }) => points)]),
    vertices: new Map(graph.vertices.map(({ name }, index) => [name, vertices[index] ?? NOWHERE])),
    edges: new Map(graph.edges.map(({ key }, index) => [key, edges[index] ?? none])),
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
  const translate = <At extends Point>(at: At): At => ({ ...at, x: at.x + dx, y: at.y + dy });
  const movedRoute = ({ points, label }: EdgeRoute) => ({
    points: points.map(translate),
    label: label && translate(label),
  });
  return {
    heading: layout.heading,
    box: translate(layout.box),
    vertices: new Map([...layout.vertices].map(([name, box]) => [name, translate(box)])),
    edges: new Map([...layout.edges].map(([key, route]) => [key, movedRoute(route)])),
  };
}

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };

/** The top left and the bottom right corner. */
export function cornersOf({ x, y, width, height }: Box): Point[] {
  return [
    { x, y },
    { x: x + width, y: y + height },
  ];
}

/** The smallest box that holds these points. */
export function boxAround(points: readonly Point[]): Box {
  if (points.length === 0) return NOWHERE;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether two boxes meet; an edge may be a box without height. */
export function meets(a: Box, b: Box): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}
