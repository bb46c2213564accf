// The part of a graph around one vertex: what lies up to so many edges upstream, downstream or either way. Loops are walked like other edges and end
// where they come back. The edges of the part are those between its vertices; a port keeps its place even when its other end is left out.
import type { FlowGraph, GraphEdge } from './flow-graph';

export const sides = ['both', 'up', 'down'] as const;
export type Side = (typeof sides)[number];

export interface Around {
  side: Side;
  /** Edges away; null without end. */
  hops: number | null;
}

function reached(
  links: ReadonlyMap<string, readonly string[]>,
  start: string,
  hops: number | null,
): Set<string> {
  const found = new Set([start]);
  let rim = [start];
  for (let hop = 0; rim.length > 0 && (hops === null || hop < hops); hop += 1) {
    const next: string[] = [];
    for (const vertex of rim)
      for (const other of links.get(vertex) ?? []) {
        if (found.has(other)) continue;
        found.add(other);
        next.push(other);
      }
    rim = next;
  }
  return found;
}

function linked(edges: readonly GraphEdge[], from: 'from' | 'to'): Map<string, string[]> {
  const links = new Map<string, string[]>();
  const to = from === 'from' ? 'to' : 'from';
  for (const edge of edges) {
    const list = links.get(edge[from].vertex);
    if (list) list.push(edge[to].vertex);
    else links.set(edge[from].vertex, [edge[to].vertex]);
  }
  return links;
}

/** Names of the vertices around `name`, itself included. */
export function neighbourhood(graph: FlowGraph, name: string, { side, hops }: Around): Set<string> {
  const up = side === 'down' ? new Set([name]) : reached(linked(graph.edges, 'to'), name, hops);
  const down = side === 'up' ? new Set([name]) : reached(linked(graph.edges, 'from'), name, hops);
  return new Set([...up, ...down]);
}

/** The graph with these vertices alone. */
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
