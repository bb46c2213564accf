// Walking a graph along its edges. Loops are followed like other edges and end where they return.
import type { GraphEdge } from './flow-graph';

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
