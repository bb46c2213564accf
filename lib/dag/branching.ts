// Which choices of a run lead to a vertex. A choice is the variant that a vertex takes, or the entry group of the run.
// Invariant: what cannot be worked out is null, never a weaker condition.
import { depths } from './back-edges';
import type { FlowGraph, GraphEdge, GraphVertex } from './flow-graph';
import { between, edgesBy, forwardEdges, reachable } from './traverse';

/** The decision on the entry group, beside those of vertices; no vertex is named like it. */
export const ENTRY = '\u0000entry';
/** Variants of a tool whose contract is not known. */
const UNKNOWN = '\u0000unknown';

/** One way to get somewhere: the option that each decision takes. */
export type Way = ReadonlyMap<string, string>;

/** Beyond these, conditions are not worked out. */
const MAX_VERTICES = 300;
const MAX_WAYS = 64;
const MAX_PRODUCT = 256;

export interface Branching {
  /** Every way to the variant of a vertex; empty if none leads there, null if there are too many to tell. */
  waysTo: (vertex: string, variant: string) => readonly Way[] | null;
  /** The decision that keeps two ways apart in every run, if there is one. */
  conflict: (one: Way, two: Way) => string | null;
  /** Whether the structure itself handles several options of a decision. */
  branches: (decision: string) => boolean;
}

/** Null where the contract of the tool is not known. */
export type VariantsOf = (vertex: GraphVertex) => readonly string[] | null;

function isWithin(way: Way, wider: Way): boolean {
  for (const [decision, option] of wider) if (way.get(decision) !== option) return false;
  return true;
}

/** Variants of a vertex that only repeat a loop: sooner or later it takes another. */
function repeatingVariants({ outputs }: GraphVertex): Set<string> {
  const repeating = new Set<string>();
  const going = new Set<string>();
  for (const { variant, edges, declared } of outputs) {
    if (declared || edges.some(({ back }) => !back)) going.add(variant);
    else if (edges.length > 0) repeating.add(variant);
  }
  for (const variant of going) repeating.delete(variant);
  return repeating;
}

/** Vertices that decide more than once in a run: in a loop, or once for each element. */
function repeatedVertices(graph: FlowGraph): Set<string> {
  const forward = forwardEdges(graph);
  const [out, into] = [edgesBy(forward, 'from'), edgesBy(forward, 'to')];
  const inner = edgesBy(
    forward.filter(({ kind }) => kind !== 'collect'),
    'from',
  );
  const elements = graph.edges.filter(({ kind }) => kind === 'for_each').map(({ to }) => to.vertex);
  const repeated = reachable(elements, inner, 'to');
  for (const { from, to, back } of graph.edges) {
    if (!back) continue;
    for (const vertex of between([to.vertex], [from.vertex], out, into)) repeated.add(vertex);
  }
  return repeated;
}

/** The branching of a graph; only `waysTo` depends on the contracts of tools. */
export function branchingOf(graph: FlowGraph, variantsOf: VariantsOf): Branching {
  const repeated = graph.vertices.length > MAX_VERTICES ? new Set<string>() : repeatedVertices(graph);
  const options = new Map<string, ReadonlySet<string>>([[ENTRY, new Set(graph.entry_groups)]]);
  const handled = new Map<string, number>([[ENTRY, graph.entry_groups.length]]);
  for (const vertex of graph.vertices) {
    const used = vertex.outputs.map(({ variant }) => variant);
    const all = new Set([...(variantsOf(vertex) ?? [UNKNOWN]), ...used]);
    for (const variant of repeatingVariants(vertex)) all.delete(variant);
    options.set(vertex.name, all);
    handled.set(vertex.name, new Set(used.filter((variant) => all.has(variant))).size);
  }

  const choice = (decision: string, option: string): Way =>
    options.get(decision)?.size === 1 ? new Map() : new Map([[decision, option]]);

  /** Without ways that others include, and without decisions whose every option leads there. */
  function simplified(ways: readonly Way[]): Way[] {
    if (ways.length < 2) return [...ways];
    let kept = [...ways];
    const covered = (way: Way) => kept.some((other) => isWithin(way, other));
    // No way takes an unknown variant, so a decision that may is never open.
    const isOpen = (way: Way, decision: string) => {
      const all = options.get(decision) ?? new Set<string>();
      if (all.size > kept.length || all.has(UNKNOWN)) return false;
      return [...all].every((option) => covered(new Map(way).set(decision, option)));
    };
    const size = () => kept.reduce((sum, way) => sum + way.size, 0);
    for (let before = Infinity; size() < before;) {
      before = size();
      kept = kept.map((way) => {
        const open = [...way.keys()].find((decision) => isOpen(way, decision));
        return open === undefined ? way : new Map([...way].filter(([decision]) => decision !== open));
      });
    }
    return kept.filter((way, at) => {
      const includes = (other: Way, place: number) =>
        place !== at && isWithin(way, other) && (place < at || !isWithin(other, way));
      return !kept.some(includes);
    });
  }

  const breaks = new Set(
    graph.edges
      .filter(({ kind }) => kind === 'break')
      .map(({ from }) => `${from.vertex}\u0000${from.variant}`),
  );
  const isDecidedOnce = (decision: string, ...variants: string[]) =>
    !repeated.has(decision) || variants.every((variant) => breaks.has(`${decision}\u0000${variant}`));

  /** Both at once; null when a vertex that decides repeatedly would have to take two variants. */
  function both(one: Way, two: Way): Way | 'never' | null {
    const joined = new Map(one);
    for (const [decision, option] of two) {
      const other = joined.get(decision);
      if (other !== undefined && other !== option)
        return isDecidedOnce(decision, option, other) ? 'never' : null;
      joined.set(decision, option);
    }
    return joined;
  }

  function allOf(parts: readonly (readonly Way[] | null)[]): readonly Way[] | null {
    let ways: Way[] = [new Map()];
    for (const part of parts) {
      if (part === null || ways.length * part.length > MAX_PRODUCT) return null;
      const joined = ways.flatMap((one) => part.map((two) => both(one, two)));
      if (joined.includes(null)) return null;
      ways = simplified(joined.filter((way): way is Way => way !== null && way !== 'never'));
    }
    return ways.length > MAX_WAYS ? null : ways;
  }

  const reached = new Map<string, readonly Way[] | null>();
  const waysTo: Branching['waysTo'] = (vertex, variant) =>
    allOf([reached.get(vertex) ?? null, [choice(vertex, variant)]]);

  const waysOfEdge = ({ from }: GraphEdge) => waysTo(from.vertex, from.variant);
  function waysIn({ inputs }: GraphVertex): readonly Way[] | null {
    const fed = inputs.flatMap(({ edges, entry_groups }) => {
      const sources = edges.filter(({ back }) => !back);
      return sources.length + entry_groups.length > 0 ? [{ sources, entry_groups }] : [];
    });
    if (fed.length === 0) return [];
    return allOf(
      fed.map(({ sources, entry_groups }) => {
        const ways: Way[] = entry_groups.map((group) => choice(ENTRY, group));
        for (const edge of sources) {
          const own = waysOfEdge(edge);
          if (own === null) return null;
          ways.push(...own);
        }
        return simplified(ways);
      }),
    );
  }
  if (graph.vertices.length <= MAX_VERTICES) {
    const names = graph.vertices.map(({ name }) => name);
    const depth = depths(names, forwardEdges(graph));
    const inOrder = [...graph.vertices].sort((a, b) => (depth.get(a.name) ?? 0) - (depth.get(b.name) ?? 0));
    for (const vertex of inOrder) reached.set(vertex.name, waysIn(vertex));
  }

  return {
    waysTo,
    conflict: (one, two) => {
      for (const [decision, option] of one) {
        const other = two.get(decision);
        if (other !== undefined && other !== option && isDecidedOnce(decision, option, other))
          return decision;
      }
      return null;
    },
    branches: (decision) => (handled.get(decision) ?? 0) > 1,
  };
}
