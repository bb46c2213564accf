'use client';
// The vertices (as React Flow's nodes) and edges of a drawing in view plus a margin; the area changes in steps, not with every pixel.
// Invariant: sizes are given in full, so nothing is measured.
import { useEffect, useMemo, useState } from 'react';
import { type Node, useStore } from 'reactflow';
import type { DrawnGraph } from '@/components/graph/layout/use-layout';
import type { GraphEdge, GraphVertex } from '@/lib/dag/flow-graph';
import { boxAround, meets } from '@/lib/dag/layout';
import type { Box, EdgeRoute, Heading } from '@/lib/dag/placement/request';
import { type FlowState, visibleArea, ZOOM } from './viewport';

export type VertexNode = Node<{ vertex: GraphVertex; heading: Heading }, 'vertex'>;

export interface RoutedEdge {
  edge: GraphEdge;
  route: EdgeRoute;
}

function vertexNode(vertex: GraphVertex, { x, y, width, height }: Box, heading: Heading): VertexNode {
  return {
    id: vertex.name,
    type: 'vertex',
    position: { x, y },
    width,
    height,
    measured: { width, height },
    // React Flow measures a node without handles.
    handles: [],
    data: { vertex, heading },
  };
}

interface Placed<Element> {
  element: Element;
  box: Box;
}

interface Elements {
  nodes: Placed<VertexNode>[];
  edges: Placed<RoutedEdge>[];
}

function elementsOf({ graph, layout }: DrawnGraph): Elements {
  return {
    nodes: graph.vertices.flatMap((vertex) => {
      const box = layout.vertices.get(vertex.name);
      return box ? [{ element: vertexNode(vertex, box, layout.heading), box }] : [];
    }),
    edges: graph.edges.flatMap((edge) => {
      const route = layout.edges.get(edge.key);
      return route ? [{ element: { edge, route }, box: boxAround(route.points) }] : [];
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

function within<Element>(placed: readonly Placed<Element>[], area: string): Element[] {
  const [x = 0, y = 0, width = 0, height = 0] = area.split(' ').map(Number);
  const isIn = ({ box }: Placed<Element>) =>
    area === 'all' || (area !== '' && meets(box, { x, y, width, height }));
  return placed.filter(isIn).map(({ element }) => element);
}

/** Mounted per frame: about 50 ms of work on a weak machine. */
const PER_FRAME = { vertices: 6, edges: 40 };

/** `items`, of which new ones follow a few per frame: mounted at once they would be one long task. */
function useInChunks<Item>(items: readonly Item[], perFrame: number): readonly Item[] {
  const [mounted, setMounted] = useState<ReadonlySet<Item>>(() => new Set(items.slice(0, perFrame)));
  const shown = useMemo(
    () => (perFrame === Infinity ? items : items.filter((item) => mounted.has(item))),
    [items, mounted, perFrame],
  );
  useEffect(() => {
    if (perFrame === Infinity) return;
    if (shown.length === items.length && mounted.size <= shown.length) return;
    const frame = requestAnimationFrame(() => {
      const next = items.filter((item) => !mounted.has(item)).slice(0, perFrame);
      setMounted(new Set([...shown, ...next]));
    });
    return () => cancelAnimationFrame(frame);
  }, [items, mounted, perFrame, shown]);
  return shown;
}

interface Visible {
  nodes: VertexNode[];
  edges: readonly RoutedEdge[];
  /** Only the overview canvas is shown. */
  isOverview: boolean;
}

/** The elements in the mounted area plus the vertices in `kept`; everything unless `reduced`. */
export function useVisibleElements(
  drawn: DrawnGraph,
  reduced: boolean,
  kept: readonly (string | null)[],
): Visible {
  const area = useStore((state) => (reduced ? windowOf(state) : 'all'));
  const elements = useMemo(() => elementsOf(drawn), [drawn]);
  const inArea = useMemo(
    () => ({ nodes: within(elements.nodes, area), edges: within(elements.edges, area) }),
    [elements, area],
  );
  const names = kept.join('\u0000');
  const nodes = useMemo(() => {
    const always = new Set(names.split('\u0000'));
    const present = new Set(inArea.nodes);
    const outside = elements.nodes
      .map(({ element }) => element)
      .filter((node) => always.has(node.id) && !present.has(node));
    return outside.length === 0 ? inArea.nodes : [...outside, ...inArea.nodes];
  }, [elements, inArea, names]);
  const shownNodes = useInChunks(nodes, reduced ? PER_FRAME.vertices : Infinity);
  const edges = useInChunks(inArea.edges, reduced ? PER_FRAME.edges : Infinity);
  return { nodes: shownNodes as VertexNode[], edges, isOverview: area === '' };
}
