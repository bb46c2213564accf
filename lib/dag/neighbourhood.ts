// The part of a graph around one vertex: up to a number of edges upstream, downstream or both.
import type { FlowGraph, GraphEdge } from './flow-graph';
import { edgesBy, reachable } from './traverse';

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

/** The subgraph of these vertices; a port keeps its place even when its edges are left out. */
export function part(graph: FlowGraph, names: ReadonlySet<string>): FlowGraph {
  const isIn = ({ from, to }: GraphEdge) => names.has(from.vertex) && names.has(to.vertex);
  const kept = <Port extends { edges: GraphEdge[] }>(port: Port): Port => ({
    ...port,
    edges: port.edges.filter(isIn),
  });
  return {
    entry_groups: graph.entry_groups,
    edges: graph.edges.filter(isIn),
    vertices: graph.vertices.flatMap((vertex) =>
      names.has(vertex.name)
        ? [{ ...vertex, inputs: vertex.inputs.map(kept), outputs: vertex.outputs.map(kept) }]
        : [],
    ),
  };
}
