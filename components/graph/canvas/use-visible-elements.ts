'use client';
// Which part of a large drawing is mounted: what is in view plus a margin. It changes in steps, not with every pixel.
import { useMemo } from 'react';
import { useStore } from 'reactflow';
import { type FlowEdge, flowElements, type VertexNode } from './flow-elements';
import type { DrawnGraph } from '@/components/graph/layout/use-layout';
import { type FlowState, visibleArea } from './viewport';
import { emptyBounds, extendBounds } from '@/lib/dag/layout';

/** Below this zoom a large graph is an overview canvas. */
export const OVERVIEW_BELOW = 0.34;
/** The margin, relative to the visible area. */
const MARGIN = 0.25;

/** The mounted area as a string, which stays equal until it moves by a step. */
function windowOf(state: FlowState): string {
  if (state.transform[2] < OVERVIEW_BELOW) return '';
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
