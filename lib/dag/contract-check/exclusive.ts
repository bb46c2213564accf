// Whether two edges into one port can both bring a value in one run. Variants of a vertex exclude each other, and so do entry groups; whatever lies
// behind one alone excludes what lies behind another alone. Where neither is found, the edges are taken to come together.
import type { FlowGraph, GraphEdge } from '@/lib/dag/flow-graph';

/** For each vertex, the `vertex.variant` and entry groups from which it can be reached. */
type Origins = Map<string, Map<string, Set<string>>>;

/** In larger graphs nothing is said of edges from different vertices: to follow every way would take longer than it is worth. */
const MOST = 300;

const ENTRY = '\u0000entry';

function mark(origins: Origins, vertex: string, decision: string, way: string): boolean {
  const of = origins.get(vertex) ?? new Map<string, Set<string>>();
  origins.set(vertex, of);
  const ways = of.get(decision) ?? new Set<string>();
  of.set(decision, ways);
  if (ways.has(way)) return false;
  ways.add(way);
  return true;
}

/** From which variants of which vertices, and by which entry groups, each vertex can be reached. Only vertices with several variants decide anything. */
function originsOf(graph: FlowGraph): Origins {
  const origins: Origins = new Map();
  const out = new Map<string, GraphEdge[]>();
  for (const edge of graph.edges) {
    if (edge.back) continue;
    const list = out.get(edge.from.vertex);
    if (list) list.push(edge);
    else out.set(edge.from.vertex, [edge]);
  }
  const spread = (decision: string, way: string, starts: readonly string[]) => {
    const waiting = [...starts];
    for (let vertex = waiting.pop(); vertex !== undefined; vertex = waiting.pop()) {
      if (!mark(origins, vertex, decision, way)) continue;
      for (const edge of out.get(vertex) ?? []) waiting.push(edge.to.vertex);
    }
  };
  for (const vertex of graph.vertices) {
    const edges = out.get(vertex.name) ?? [];
    const variants = [...new Set(edges.map(({ from }) => from.variant))];
    if (variants.length < 2) continue;
    for (const variant of variants)
      spread(
        vertex.name,
        variant,
        edges.filter(({ from }) => from.variant === variant).map(({ to }) => to.vertex),
      );
  }
  for (const group of graph.entry_groups)
    spread(
      ENTRY,
      group,
      graph.vertices
        .filter(({ inputs }) => inputs.some(({ entry_groups }) => entry_groups.includes(group)))
        .map(({ name }) => name),
    );
  return origins;
}

/** Says of two edges of `graph` whether they exclude each other. */
export function exclusion(graph: FlowGraph): (one: GraphEdge, two: GraphEdge) => boolean {
  let origins: Origins | null = null;
  const waysOf = ({ from }: GraphEdge, known: Origins) => {
    const ways = new Map(known.get(from.vertex));
    ways.set(from.vertex, new Set([from.variant]));
    return ways;
  };
  return (one, two) => {
    if (one.back !== two.back || one.kind === 'do_while' || two.kind === 'do_while') return true;
    if (one.from.vertex === two.from.vertex) return one.from.variant !== two.from.variant;
    if (graph.vertices.length > MOST) return true;
    origins ??= originsOf(graph);
    const [first, second] = [waysOf(one, origins), waysOf(two, origins)];
    for (const [decision, ways] of first) {
      const others = second.get(decision);
      if (others && ![...ways].some((way) => others.has(way))) return true;
    }
    return false;
  };
}
