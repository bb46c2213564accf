'use client';
// What the URL says about a graph: the chosen vertex or edge, the lit entry group, drawing or table, which way it runs, what is folded, the part around a vertex, and where in the
// drawing one is. A link gives the same screen again.
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates, createParser } from 'nuqs';
import type { Viewport } from 'reactflow';
import { sides, type Around } from '@/lib/dag/neighbourhood';
import { headings, type Heading } from '@/lib/dag/placement/request';

export const graphViewModes = ['graph', 'table'] as const;
export type GraphViewMode = (typeof graphViewModes)[number];

/** `both-2`, `up-all`: the part around the chosen vertex. */
const parseAsAround = createParser<Around>({
  parse(text) {
    const [, name, count] = /^(both|up|down)-(all|[1-9]\d{0,2})$/.exec(text) ?? [];
    const side = sides.find((each) => each === name);
    return side && count !== undefined ? { side, hops: count === 'all' ? null : Number(count) } : null;
  },
  serialize: ({ side, hops }) => `${side}-${hops ?? 'all'}`,
  eq: (a, b) => a.side === b.side && a.hops === b.hops,
});

/** `x_y_zoom`, the shift on the screen in whole pixels and the zoom in thousandths. */
const parseAsPosition = createParser<Viewport>({
  parse(text) {
    const numbers = text.split('_').map(Number);
    const [x, y, zoom] = numbers;
    if (x === undefined || y === undefined || zoom === undefined || !numbers.every(Number.isFinite))
      return null;
    return zoom > 0 ? { x, y, zoom: zoom / 1000 } : null;
  },
  serialize: ({ x, y, zoom }) => [x, y, zoom * 1000].map(Math.round).join('_'),
});

const address = {
  vertex: parseAsString,
  edge: parseAsString,
  group: parseAsString,
  view: parseAsStringLiteral(graphViewModes),
  heading: parseAsStringLiteral(headings),
  around: parseAsAround,
  fold: parseAsArrayOf(parseAsString, '~'),
  at: parseAsPosition,
};

export interface GraphAddress {
  vertex: string | null;
  /** Key of the chosen edge, where edges can be looked at: in a run. Whoever chooses a vertex leaves it. */
  edge: string | null;
  group: string | null;
  /** Null: whatever suits the screen. */
  view: GraphViewMode | null;
  /** The way the drawing runs; null: as the reader last chose. */
  heading: Heading | null;
  /** The part around the chosen vertex that is drawn; null draws the whole. */
  around: Around | null;
  /** Keys of the regions that are folded. */
  fold: string[] | null;
  /** Shift and zoom of the drawing. */
  at: Viewport | null;
}

/** The address and how to change parts of it. A change is a step that Back undoes, but for moving about in the drawing. */
export function useGraphAddress(): [GraphAddress, (change: Partial<GraphAddress>) => void] {
  const [state, set] = useQueryStates(address, { history: 'push' });
  return [
    state,
    (change) => {
      const isMove = Object.keys(change).every((name) => name === 'at');
      const other = change.vertex === undefined ? {} : { edge: null };
      void set({ ...other, ...change }, isMove ? { history: 'replace', throttleMs: 400 } : {});
    },
  ];
}
