// React Flow's nodes and edges for a layout. Sizes are given in full, so nothing is measured and nothing flickers.
// Invariant: an element is created on first use and reused from then on.
import { type Edge, type Node, Position } from 'reactflow';
import type { FlowGraph, GraphEdge, GraphVertex } from '@/lib/dag/flow-graph';
import type { Box, Layout } from '@/lib/dag/layout';
import type { Point } from '@/lib/dag/placement/request';
import type { Heading } from '@/lib/dag/placement/request';
import { edgeText, isEdgeKind } from '@/lib/dag/wording';

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

export interface FlowElements {
  /** Null for a vertex without a position. */
  node: (name: string) => VertexNode | null;
  edge: (edge: GraphEdge) => FlowEdge | null;
}

export function flowElements({ vertices }: FlowGraph, layout: Layout): FlowElements {
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
