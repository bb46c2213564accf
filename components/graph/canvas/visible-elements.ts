'use client';
// React Flow's nodes and edges for the part of a drawing in view plus a margin; it changes in steps, not with every pixel.
// Invariant: sizes are given in full, so nothing is measured; an element is created on first use and then reused.
import { type Edge, type Node, Position, useStore } from 'reactflow';
import type { FlowGraph, GraphEdge, GraphVertex } from '@/lib/dag/flow-graph';
import { type Box, type Layout, emptyBounds, extendBounds } from '@/lib/dag/layout';
import type { Point, Heading } from '@/lib/dag/placement/request';
import { edgeText, isEdgeKind } from '@/lib/dag/wording';
import { useMemo } from 'react';
import type { DrawnGraph } from '@/components/graph/layout/use-layout';
import { type FlowState, visibleArea, ZOOM } from './viewport';

export type VertexNode = Node<{ vertex: GraphVertex; heading: Heading }, 'vertex'>;
export type FlowEdge = Edge<{ edge: GraphEdge; points: Point[]; label: Box | null; heading: Heading }>;

/** The sides of a vertex for inputs and outputs. */
export const portSides = {
  right: { target: Position.Left, source: Position.Right },
  down: { target: Position.Top, source: Position.Bottom },
} as const satisfies Record<Heading, object>;

function vertexNode(vertex: GraphVertex, { x, y, width, height }: Box, heading: Heading): VertexNode {
  const sides = portSides[heading];
  const middle = { x: width / 2, y: height / 2 };
  const target = heading === 'down' ? { x: middle.x, y: 0 } : { x: 0, y: middle.y };
  const source = heading === 'down' ? { x: middle.x, y: height } : { x: width, y: middle.y };
  return {
    id: vertex.name,
    type: 'vertex',
    position: { x, y },
    width,
    height,
    measured: { width, height },
    // React Flow requires handles; our edges follow the layout's routes instead.
    handles: [
      { type: 'target', position: sides.target, ...target, width: 1, height: 1 },
      { type: 'source', position: sides.source, ...source, width: 1, height: 1 },
    ],
    data: { vertex, heading },
  };
}

interface FlowElements {
  /** Null for a vertex without a position. */
  node: (name: string) => VertexNode | null;
  edge: (edge: GraphEdge) => FlowEdge | null;
}

function flowElements({ vertices }: FlowGraph, layout: Layout): FlowElements {
  const nodes = new Map<string, VertexNode>();
  const edges = new Map<string, FlowEdge>();
  let byName: Map<string, GraphVertex> | null = null;
  return {
    node(name) {
      const known = nodes.get(name);
      if (known) return known;
      byName ??= new Map(vertices.map((vertex) => [vertex.name, vertex]));
      const [vertex, box] = [byName.get(name), layout.vertices.get(name)];
      if (!vertex || !box) return null;
      const made = vertexNode(vertex, box, layout.heading);
      nodes.set(name, made);
      return made;
    },
    edge(edge) {
      const known = edges.get(edge.key);
      if (known) return known;
      const route = layout.edges.get(edge.key);
      if (!route) return null;
      const made: FlowEdge = {
        id: edge.key,
        type: isEdgeKind(edge.kind) ? edge.kind : 'normal',
        source: edge.from.vertex,
        target: edge.to.vertex,
        ariaLabel: edgeText(edge),
        domAttributes: { 'data-edge': edge.key, 'data-edge-kind': edge.kind } as FlowEdge['domAttributes'],
        data: { edge, ...route, heading: layout.heading },
      };
      edges.set(edge.key, made);
      return made;
    },
  };
}

/** The margin, relative to the visible area. */
const MARGIN = 0.25;

/** The mounted area as a string, which stays equal until it moves by a step. */
function windowOf(state: FlowState): string {
  if (state.transform[2] < ZOOM.overviewBelow) return '';
  const { x, y, width, height } = visibleArea(state);
  const step = 2 ** Math.round(Math.log2(width * MARGIN));
  const low = (value: number) => Math.floor(value / step) - 1;
  const high = (value: number) => Math.ceil(value / step) + 1;
  return [low(x), low(y), high(x + width), high(y + height)].map((at) => at * step).join(' ');
}

/** The bounds of each edge (left, top, right, bottom), computed on first use. */
function lazyBounds({ graph, layout }: DrawnGraph): () => Float32Array {
  let bounds: Float32Array | null = null;
  return () => {
    if (bounds) return bounds;
    bounds = new Float32Array(graph.edges.length * 4);
    for (let index = 0; index < graph.edges.length; index += 1) {
      const extent = emptyBounds();
      extendBounds(extent, layout.edges.corners(index));
      const { left, top, right, bottom } = extent;
      bounds.set([left, top, right, bottom], index * 4);
    }
    return bounds;
  };
}

interface Shown {
  nodes: VertexNode[];
  edges: FlowEdge[];
  /** Only the overview canvas is shown. */
  isOverview: boolean;
}

const present = <Item>(item: Item | null) => (item === null ? [] : [item]);

/** The elements in the mounted area plus the vertices in `kept`; everything unless `reduced`. */
export function useVisibleElements(
  drawn: DrawnGraph,
  reduced: boolean,
  kept: readonly (string | null)[],
): Shown {
  const key = useStore((state) => (reduced ? windowOf(state) : 'all'));
  const elements = useMemo(() => flowElements(drawn.graph, drawn.layout), [drawn]);
  const boundsOf = useMemo(() => lazyBounds(drawn), [drawn]);
  const names = kept.join('\u0000');
  return useMemo(() => {
    const { graph, layout } = drawn;
    if (!reduced)
      return {
        nodes: graph.vertices.flatMap(({ name }) => present(elements.node(name))),
        edges: graph.edges.flatMap((edge) => present(elements.edge(edge))),
        isOverview: false,
      };
    const always = new Set(names.split('\u0000'));
    if (key === '')
      return {
        nodes: [...always].flatMap((name) => present(elements.node(name))),
        edges: [],
        isOverview: true,
      };
    const [left = 0, top = 0, right = 0, bottom = 0] = key.split(' ').map(Number);
    const nodes = [...layout.vertices].flatMap(([name, { x, y, width, height }]) => {
      const isIn = x < right && x + width > left && y < bottom && y + height > top;
      return isIn || always.has(name) ? present(elements.node(name)) : [];
    });
    const bounds = boundsOf();
    const at = (index: number, side: number) => bounds[index * 4 + side] ?? Number.NaN;
    const edges = graph.edges.flatMap((edge, index) => {
      const isIn =
        at(index, 0) < right && at(index, 2) >= left && at(index, 1) < bottom && at(index, 3) >= top;
      return isIn ? present(elements.edge(edge)) : [];
    });
    // React Flow requires both ends of an edge: ends outside the area are mounted hidden.
    const known = new Set(nodes.map(({ id }) => id));
    const ends = new Set(
      edges.flatMap(({ source, target }) => [source, target]).filter((id) => !known.has(id)),
    );
    const hidden = [...ends].flatMap((name) =>
      present(elements.node(name)).map((node) => ({ ...node, hidden: true })),
    );
    return { nodes: [...nodes, ...hidden], edges, isOverview: false };
  }, [drawn, elements, boundsOf, key, names, reduced]);
}
