'use client';
// The state of a graph view in the URL: selection, view mode, folding, viewport; and the part of the graph it asks for.
import {
  createParser,
  type inferParserType,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import type { Viewport } from 'reactflow';
import { sides, type Around, neighbourhood, part } from '@/lib/dag/traverse';
import { headings } from '@/lib/dag/placement/request';
import { useMemo } from 'react';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import { folded, regionsOf } from '@/lib/dag/fold';

const graphViewModes = ['graph', 'table'] as const;
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

/** Keys of regions, with `~` between them: one in a name is written `%7E`. */
export const parseAsFolds = createParser<string[]>({
  parse: (text) => text.split('~').map((key) => key.replaceAll('%7E', '~').replaceAll('%25', '%')),
  serialize: (keys) => keys.map((key) => key.replaceAll('%', '%25').replaceAll('~', '%7E')).join('~'),
  eq: (a, b) => a.length === b.length && a.every((key, index) => key === b[index]),
});

const address = {
  vertex: parseAsString,
  /** Key of the selected edge, in a run; cleared by selecting a vertex. */
  edge: parseAsString,
  group: parseAsString,
  /** Null: depends on the screen. */
  view: parseAsStringLiteral(graphViewModes),
  /** Direction of the drawing; null: the reader's preference. */
  heading: parseAsStringLiteral(headings),
  /** Neighbourhood of the selected vertex; null shows the whole graph. */
  around: parseAsAround,
  fold: parseAsFolds,
  at: parseAsPosition,
};

export type GraphAddress = inferParserType<typeof address>;

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

/** The vertex selected in the address, and its setter. */
export function useVertexSelection() {
  const [{ vertex }, go] = useGraphAddress();
  const onSelect = (name: string | null) =>
    go(name === null ? { vertex: null, around: null } : { vertex: name });
  return { selected: vertex, onSelect };
}

interface ShownGraph {
  graph: FlowGraph;
  /** Distinguishes drawings of different parts of one DAG. */
  scope: string;
}

export function useShownGraph(graph: FlowGraph, { vertex, around, fold }: GraphAddress): ShownGraph {
  const keys = parseAsFolds.serialize(fold ?? []);
  const withFolds = useMemo(() => {
    if (keys === '') return graph;
    const requested = parseAsFolds.parse(keys) ?? [];
    return folded(
      graph,
      regionsOf(graph).filter(({ key }) => requested.includes(key)),
    );
  }, [graph, keys]);
  const centre =
    around &&
    withFolds.vertices.find(({ name, members }) => name === vertex || members?.includes(vertex ?? ''));
  const [name, side, hops] = [centre?.name ?? null, around?.side ?? 'both', around?.hops ?? null];
  const visibleGraph = useMemo(
    () => (name === null ? withFolds : part(withFolds, neighbourhood(withFolds, name, { side, hops }))),
    [withFolds, name, side, hops],
  );
  return { graph: visibleGraph, scope: name === null ? keys : JSON.stringify([keys, name, side, hops]) };
}
