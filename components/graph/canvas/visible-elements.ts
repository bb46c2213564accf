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
  key: string;
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
      return box ? [{ key: vertex.name, element: vertexNode(vertex, box, layout.heading), box }] : [];
    }),
    edges: graph.edges.flatMap((edge) => {
      const route = layout.edges.get(edge.key);
      return route ? [{ key: edge.key, element: { edge, route }, box: boxAround(route.points) }] : [];
    }),
  };
}

/** The area of a drawing that is mounted as a whole. */
const ALL = 'all';
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

/** The keys of what lies in `area`; none where everything or only the overview is shown. */
function keysIn(placed: readonly Placed<unknown>[], area: string): string[] {
  if (area === '' || area === ALL) return [];
  const [x = 0, y = 0, width = 0, height = 0] = area.split(' ').map(Number);
  return placed.filter(({ box }) => meets(box, { x, y, width, height })).map(({ key }) => key);
}

/** Mounted and unmounted per frame: well under 100 ms of work on a weak machine. */
const PER_FRAME = { vertices: 3, edges: 16 };

/** Follows `keys` by a few per frame: mounted at once, a view of a large graph is one long task. */
function useMounted(keys: readonly string[], perFrame: number) {
  const [mounted, setMounted] = useState<ReadonlySet<string>>(() => new Set(keys.slice(0, perFrame)));
  const { added, removed } = useMemo(() => {
    const target = new Set(keys);
    return {
      added: keys.filter((key) => !mounted.has(key)),
      removed: [...mounted].filter((key) => !target.has(key)),
    };
  }, [keys, mounted]);
  useEffect(() => {
    if (added.length === 0 && removed.length === 0) return;
    const frame = requestAnimationFrame(() => {
      const next = new Set(mounted);
      for (const key of removed.slice(0, perFrame)) next.delete(key);
      for (const key of added.slice(0, perFrame)) next.add(key);
      setMounted(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [added, removed, mounted, perFrame]);
  return { mounted, isMounting: added.length > 0 };
}

function elementsOfKeys<Element>(
  placed: readonly Placed<Element>[],
  keys: ReadonlySet<string> | null,
): Element[] {
  return placed.filter(({ key }) => keys === null || keys.has(key)).map(({ element }) => element);
}

interface Visible {
  nodes: VertexNode[];
  edges: RoutedEdge[];
  /** Only the overview canvas is shown. */
  isOverview: boolean;
  /** Elements of the area are still to come. */
  isMounting: boolean;
}

/** The elements in the mounted area plus the vertices that are `alwaysVisible`; everything unless `reduced`. */
export function useVisibleElements(
  drawn: DrawnGraph,
  reduced: boolean,
  alwaysVisible: readonly (string | null)[],
): Visible {
  const area = useStore((state) => (reduced ? windowOf(state) : ALL));
  const elements = useMemo(() => elementsOf(drawn), [drawn]);
  const names = JSON.stringify(alwaysVisible.filter((name) => name !== null));
  const vertexKeys = useMemo(() => {
    const first = area === ALL ? [] : (JSON.parse(names) as string[]);
    return [...new Set([...first, ...keysIn(elements.nodes, area)])];
  }, [elements, area, names]);
  const edgeKeys = useMemo(() => keysIn(elements.edges, area), [elements, area]);
  const vertices = useMounted(vertexKeys, PER_FRAME.vertices);
  const lines = useMounted(edgeKeys, PER_FRAME.edges);
  const isWhole = area === ALL;
  const nodes = useMemo(
    () => elementsOfKeys(elements.nodes, isWhole ? null : vertices.mounted),
    [elements, isWhole, vertices.mounted],
  );
  const edges = useMemo(
    () => elementsOfKeys(elements.edges, isWhole ? null : lines.mounted),
    [elements, isWhole, lines.mounted],
  );
  return { nodes, edges, isOverview: area === '', isMounting: vertices.isMounting || lines.isMounting };
}
