// Which vertices of a DAG run in iterations: bodies of do_while loops and for_each fan-outs (spec 11.2, 11.3).
// Invariant: regions do not nest, so a vertex is in one region at most.
import type { DagDesign, EdgeDesign, EdgeKind } from './dag-designs/dag-design';

export interface Region {
  kind: 'loop' | 'fan';
  /** The vertex where the body is entered. */
  head: string;
}

function reach(
  edges: readonly EdgeDesign[],
  from: string,
  along: readonly EdgeKind[],
  back = false,
): Set<string> {
  const found = new Set([from]);
  const open = [from];
  for (let vertex = open.pop(); vertex !== undefined; vertex = open.pop()) {
    for (const edge of edges) {
      const [source, target] = back ? [edge.to.vertex, edge.from.vertex] : [edge.from.vertex, edge.to.vertex];
      if (source !== vertex || !along.includes(edge.kind) || found.has(target)) continue;
      found.add(target);
      open.push(target);
    }
  }
  return found;
}

/** The region of each vertex that is in one. */
export function regionsOf(dag: DagDesign): ReadonlyMap<string, Region> {
  const regions = new Map<string, Region>();
  for (const edge of dag.edges) {
    if (edge.kind === 'do_while') {
      const down = reach(dag.edges, edge.to.vertex, ['normal']);
      const up = reach(dag.edges, edge.from.vertex, ['normal'], true);
      for (const vertex of down)
        if (up.has(vertex)) regions.set(vertex, { kind: 'loop', head: edge.to.vertex });
    }
    if (edge.kind === 'for_each')
      for (const vertex of reach(dag.edges, edge.to.vertex, ['normal']))
        regions.set(vertex, { kind: 'fan', head: edge.to.vertex });
  }
  return regions;
}
