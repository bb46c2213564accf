'use client';
// Which part of a large drawing has its vertices mounted: what is in sight and a rim around it. It changes in steps, not with every pixel.
import { useMemo } from 'react';
import { useStore } from 'reactflow';
import type { FlowEdge, VertexNode } from '@/components/graph/flow-elements';
import { sight, type FlowState } from '@/components/graph/viewport';
import type { Box } from '@/lib/dag/layout';

/** Seen from farther than this, a large graph is one picture. */
export const FAR = 0.34;
/** The rim, as a part of what is in sight. */
const RIM = 0.25;

/** The window as four numbers in one text, so that it is the same until it moves on by a step. */
function windowOf(state: FlowState): string {
  if (state.transform[2] < FAR) return '';
  const { x, y, width, height } = sight(state);
  const step = 2 ** Math.round(Math.log2(width * RIM));
  const low = (value: number) => Math.floor(value / step) - 1;
  const high = (value: number) => Math.ceil(value / step) + 1;
  return [low(x), low(y), high(x + width), high(y + height)].map((at) => at * step).join(' ');
}

interface Elements {
  nodes: VertexNode[];
  edges: FlowEdge[];
}

function bounds({ data }: FlowEdge): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of data?.points ?? []) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Of `all`, what the window holds, and always the vertices named by `kept`. `reduced` false: everything. */
export function useWindow(
  all: Elements,
  reduced: boolean,
  kept: readonly (string | null)[],
): Elements & { far: boolean } {
  const key = useStore((state) => (reduced ? windowOf(state) : 'all'));
  const boxes = useMemo(() => (reduced ? all.edges.map(bounds) : []), [all.edges, reduced]);
  const names = kept.join('\u0000');
  return useMemo(() => {
    if (!reduced) return { ...all, far: false };
    const always = new Set(names.split('\u0000'));
    if (key === '') return { nodes: all.nodes.filter(({ id }) => always.has(id)), edges: [], far: true };
    const [left = 0, top = 0, right = 0, bottom = 0] = key.split(' ').map(Number);
    const isIn = ({ x, y, width, height }: Box) =>
      x < right && x + width > left && y < bottom && y + height > top;
    const nodes = all.nodes.filter(
      ({ id, position, width = 0, height = 0 }) => always.has(id) || isIn({ ...position, width, height }),
    );
    const isNear = (index: number) => {
      const box = boxes[index];
      return box !== undefined && isIn({ ...box, width: box.width + 1, height: box.height + 1 });
    };
    const edges = all.edges.filter((_, index) => isNear(index));
    // React Flow draws an edge only between two vertices that it knows: the far ends of those that lead out of the window are there and not drawn.
    const known = new Set(nodes.map(({ id }) => id));
    const ends = new Set(
      edges.flatMap(({ source, target }) => [source, target]).filter((id) => !known.has(id)),
    );
    const hidden = all.nodes.flatMap((node) => (ends.has(node.id) ? [{ ...node, hidden: true }] : []));
    return { nodes: [...nodes, ...hidden], edges, far: false };
  }, [all, boxes, key, names, reduced]);
}
