'use client';
// React Flow's nodes and edges for the part of a drawing in view plus a margin; it changes in steps, not with every pixel.
// Invariant: sizes are given in full, so nothing is measured.
import { type Edge, type Node, Position, useStore } from 'reactflow';
import type { GraphEdge, GraphVertex } from '@/lib/dag/flow-graph';
import { boxAround, meets } from '@/lib/dag/layout';
import type { Box, EdgeRoute, Heading } from '@/lib/dag/placement/request';
import { edgeText, isEdgeKind } from '@/lib/dag/wording';
import { useMemo } from 'react';
import type { DrawnGraph } from '@/components/graph/layout/use-layout';
import { type FlowState, visibleArea, ZOOM } from './viewport';

export type VertexNode = Node<{ vertex: GraphVertex; heading: Heading }, 'vertex'>;
export type FlowEdge = Edge<{ edge: GraphEdge; route: EdgeRoute; heading: Heading }>;

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

function flowEdge(edge: GraphEdge, route: EdgeRoute, heading: Heading): FlowEdge {
  return {
    id: edge.key,
    type: isEdgeKind(edge.kind) ? edge.kind : 'normal',
    source: edge.from.vertex,
    target: edge.to.vertex,
    ariaLabel: edgeText(edge),
    domAttributes: { 'data-edge': edge.key, 'data-edge-kind': edge.kind } as FlowEdge['domAttributes'],
    data: { edge, route, heading },
  };
}

interface Placed<Element> {
  element: Element;
  box: Box;
}

interface FlowElements {
  nodes: Placed<VertexNode>[];
  edges: Placed<FlowEdge>[];
}

function flowElements({ graph, layout }: DrawnGraph): FlowElements {
  return {
    nodes: graph.vertices.flatMap((vertex) => {
      const box = layout.vertices.get(vertex.name);
      return box ? [{ element: vertexNode(vertex, box, layout.heading), box }] : [];
    }),
    edges: graph.edges.flatMap((edge) => {
      const route = layout.edges.get(edge.key);
      return route ? [{ element: flowEdge(edge, route, layout.heading), box: boxAround(route.points) }] : [];
    }),
  };
}

/** The margin, relative to the visible area. */
const MARGIN = 0.25;

/** The mounted area as a string, which stays equal until it moves by a step. */
function windowOf(state: FlowState): string {
  if (state.transform[2] < ZOOM.overviewBelow) return '';
  const { x, y, width, height } = visibleArea(state);
  const step = 2 ** Math.round(Math.log2(width * MARGIN));
  const low = (value: number) => (Math.floor(value / step) - 1) * step;
  const high = (value: number) => (Math.ceil(value / step) + 1) * step;
  const [left, top] = [low(x), low(y)];
  return [left, top, high(x + width) - left, high(y + height) - top].join(' ');
}

interface Shown {
  nodes: VertexNode[];
  edges: FlowEdge[];
  /** Only the overview canvas is shown. */
  isOverview: boolean;
}

/** The elements in the mounted area plus the vertices in `kept`; everything unless `reduced`. */
export function useVisibleElements(
  drawn: DrawnGraph,
  reduced: boolean,
  kept: readonly (string | null)[],
): Shown {
  const area = useStore((state) => (reduced ? windowOf(state) : 'all'));
  const elements = useMemo(() => flowElements(drawn), [drawn]);
  const names = kept.join('\u0000');
  return useMemo(() => {
    const { nodes, edges } = elements;
    if (area === 'all')
      return {
        nodes: nodes.map(({ element }) => element),
        edges: edges.map(({ element }) => element),
        isOverview: false,
      };
    const always = new Set(names.split('\u0000'));
    if (area === '') {
      const shown = nodes.map(({ element }) => element).filter(({ id }) => always.has(id));
      return { nodes: shown, edges: [], isOverview: true };
    }
    const [x = 0, y = 0, width = 0, height = 0] = area.split(' ').map(Number);
    const isIn = ({ box }: Placed<unknown>) => meets(box, { x, y, width, height });
    const lines = edges.filter(isIn).map(({ element }) => element);
    // React Flow requires both ends of an edge: ends outside the area are mounted hidden.
    const ends = new Set(lines.flatMap(({ source, target }) => [source, target]));
    return {
      nodes: nodes.flatMap((node) => {
        const { element } = node;
        if (isIn(node) || always.has(element.id)) return element;
        return ends.has(element.id) ? { ...element, hidden: true } : [];
      }),
      edges: lines,
      isOverview: false,
    };
  }, [elements, area, names]);
}
