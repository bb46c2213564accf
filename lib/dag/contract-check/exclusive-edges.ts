// Whether two edges into one port can both deliver a value in one run. Variants of a vertex exclude each other, and so do
// entry groups; where neither applies, the edges are assumed to fire together.
import type { FlowGraph, GraphEdge } from '@/lib/dag/flow-graph';
import { edgesBy } from '@/lib/dag/traverse';

/** For each vertex and decision (a vertex or the entry), the variants or groups that lead to it. */
type Origins = Map<string, Map<string, Set<string>>>;

/** In larger graphs edges from different vertices are assumed to exclude each other; checking would take too long. */
const MAX_VERTICES = 300;

const ENTRY = '\u0000entry';

function mark(origins: Origins, vertex: string, decision: string, choice: string): boolean {
  const of = origins.get(vertex) ?? new Map<string, Set<string>>();
  origins.set(vertex, of);
  const choices = of.get(decision) ?? new Set<string>();
  of.set(decision, choices);
  if (choices.has(choice)) return false;
  choices.add(choice);
  return true;
}

function originsOf(graph: FlowGraph): Origins {
  const origins: Origins = new Map();
  const out = edgesBy(
    graph.edges.filter(({ back }) => !back),
    'from',
  );
  const spread = (decision: string, choice: string, starts: readonly string[]) => {
    const waiting = [...starts];
    for (let vertex = waiting.pop(); vertex !== undefined; vertex = waiting.pop()) {
      if (!mark(origins, vertex, decision, choice)) continue;
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

/** Returns whether two edges of `graph` exclude each other. */
export function exclusion(graph: FlowGraph): (one: GraphEdge, two: GraphEdge) => boolean {
  let origins: Origins | null = null;
  const choicesOf = ({ from }: GraphEdge, known: Origins) => {
    const choices = new Map(known.get(from.vertex));
    choices.set(from.vertex, new Set([from.variant]));
    return choices;
  };
  return (one, two) => {
    if (one.back !== two.back || one.kind === 'do_while' || two.kind === 'do_while') return true;
    if (one.from.vertex === two.from.vertex) return one.from.variant !== two.from.variant;
    if (graph.vertices.length > MAX_VERTICES) return true;
    origins ??= originsOf(graph);
    const [first, second] = [choicesOf(one, origins), choicesOf(two, origins)];
    for (const [decision, choices] of first) {
      const others = second.get(decision);
      if (others && ![...choices].some((choice) => others.has(choice))) return true;
    }
    return false;
  };
}
