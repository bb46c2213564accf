// Walking a graph along its edges, and the part of it around a vertex. Loops are followed like other edges and end where
// they return.
import type { FlowGraph, GraphEdge } from './flow-graph';

type End = 'from' | 'to';
export type EdgesByVertex = ReadonlyMap<string, readonly GraphEdge[]>;

export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The edges that close no loop. */
export function forwardEdges({ edges }: Pick<FlowGraph, 'edges'>): GraphEdge[] {
  return edges.filter(({ back }) => !back);
}

/** Edges grouped by the vertex at one end. */
export function edgesBy(edges: readonly GraphEdge[], end: End): EdgesByVertex {
  return groupBy(edges, (edge) => edge[end].vertex);
}

/** The vertices within `hops` edges of `starts`, including them; `towards` is the end the edges are followed to. */
export function reachable(
  starts: readonly string[],
  edges: EdgesByVertex,
  towards: End,
  hops = Number.POSITIVE_INFINITY,
): Set<string> {
  const found = new Set(starts);
  let rim = [...found];
  for (let hop = 0; rim.length > 0 && hop < hops; hop += 1) {
    const next: string[] = [];
    for (const vertex of rim)
      for (const edge of edges.get(vertex) ?? []) {
        const other = edge[towards].vertex;
        if (found.has(other)) continue;
        found.add(other);
        next.push(other);
      }
    rim = next;
  }
  return found;
}

/** The vertices on a path from `starts` to `ends`; edges are passed grouped by source and by target. */
export function between(
  starts: readonly string[],
  ends: readonly string[],
  bySource: EdgesByVertex,
  byTarget: EdgesByVertex,
): Set<string> {
  const leading = reachable(ends, byTarget, 'from');
  return new Set([...reachable(starts, bySource, 'to')].filter((vertex) => leading.has(vertex)));
}

export const sides = ['both', 'up', 'down'] as const;
export type Side = (typeof sides)[number];

export interface Around {
  side: Side;
  /** Distance in edges; null is unlimited. */
  hops: number | null;
}

/** The vertices around `name`, including itself. */
export function neighbourhood(graph: FlowGraph, name: string, { side, hops }: Around): Set<string> {
  const within = (towards: 'from' | 'to') =>
    reachable([name], edgesBy(graph.edges, towards === 'to' ? 'from' : 'to'), towards, hops ?? undefined);
  const up = side === 'down' ? [] : within('from');
  const down = side === 'up' ? [] : within('to');
  return new Set([...up, ...down]);
}

/** The subgraph of these vertices; a port keeps its place even if its edges are omitted. */
export function part(graph: FlowGraph, names: ReadonlySet<string>): FlowGraph {
  const isIn = ({ from, to }: GraphEdge) => names.has(from.vertex) && names.has(to.vertex);
  const withInnerEdges = <Port extends { edges: GraphEdge[] }>(port: Port): Port => ({
    ...port,
    edges: port.edges.filter(isIn),
  });
  return {
    entry_groups: graph.entry_groups,
    edges: graph.edges.filter(isIn),
    vertices: graph.vertices.flatMap((vertex) =>
      names.has(vertex.name)
        ? [
            {
              ...vertex,
              inputs: vertex.inputs.map(withInnerEdges),
              outputs: vertex.outputs.map(withInnerEdges),
            },
          ]
        : [],
    ),
  };
}
