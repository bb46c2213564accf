'use client';
// The state of a graph view in the URL: selection, entry group, view mode, direction, folding, neighbourhood and viewport.
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates, createParser } from 'nuqs';
import type { Viewport } from 'reactflow';
import { sides, type Around } from '@/lib/dag/traverse';
import { headings, type Heading } from '@/lib/dag/placement/request';

export const graphViewModes = ['graph', 'table'] as const;
export type GraphViewMode = (typeof graphViewModes)[number];

/** `both-2`, `up-all` */
const parseAsAround = createParser<Around>({
  parse(text) {
    const [, name, count] = /^(both|up|down)-(all|[1-9]\d{0,2})$/.exec(text) ?? [];
    const side = sides.find((each) => each === name);
    return side && count !== undefined ? { side, hops: count === 'all' ? null : Number(count) } : null;
  },
  serialize: ({ side, hops }) => `${side}-${hops ?? 'all'}`,
  eq: (a, b) => a.side === b.side && a.hops === b.hops,
});

/** `x_y_zoom`: offset in whole pixels, zoom in thousandths. */
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
  /** Key of the selected edge, in a run; cleared by selecting a vertex. */
  edge: string | null;
  group: string | null;
  /** Null: depends on the screen. */
  view: GraphViewMode | null;
  /** Direction of the drawing; null: the reader's preference. */
  heading: Heading | null;
  /** Neighbourhood of the selected vertex; null shows the whole graph. */
  around: Around | null;
  /** Keys of folded regions. */
  fold: string[] | null;
  /** Viewport of the drawing. */
  at: Viewport | null;
}

/** The address and its setter. Back undoes every change except viewport moves. */
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
