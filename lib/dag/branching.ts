// Which choices of a run lead to a vertex. A choice is the variant that a vertex takes, or the entry group of the run.
// Invariant: a condition that cannot be computed is null, never a weaker one.
import { depths } from './back-edges';
import { type FlowGraph, type GraphEdge, type GraphVertex, keyOf } from './flow-graph';
import { between, edgesBy, forwardEdges, reachable } from './traverse';

/** The decision on the entry group, beside those of vertices; no vertex can have this name. */
export const ENTRY = '\u0000entry';
/** Variants of a tool whose contract is not known. */
const UNKNOWN = '\u0000unknown';

/** One way to get somewhere: the option that each decision takes. */
export type Way = ReadonlyMap<string, string>;

/** Beyond these limits, conditions are not computed. */
const MAX_VERTICES = 300;
const MAX_WAYS = 64;
const MAX_PRODUCT = 256;

export interface Branching {
  /** Every way to the variant of a vertex; empty if there is none, null if there are too many to list. */
  waysTo: (vertex: string, variant: string) => readonly Way[] | null;
  /** The decision that makes two ways mutually exclusive in every run, if any. */
  conflict: (way: Way, other: Way) => string | null;
  /** Whether the structure handles several options of a decision. */
  branches: (decision: string) => boolean;
}

/** Null where the contract of the tool is not known. */
export type VariantsOf = (vertex: GraphVertex) => readonly string[] | null;

function isWithin(way: Way, wider: Way): boolean {
  for (const [decision, option] of wider) if (way.get(decision) !== option) return false;
  return true;
}

/** Variants of a vertex that only repeat a loop; the vertex eventually takes another. */
function repeatingVariants({ outputs }: GraphVertex): Set<string> {
  const repeating = new Set<string>();
  const advancing = new Set<string>();
  for (const { variant, edges, declared } of outputs) {
    if (declared || edges.some(({ back }) => !back)) advancing.add(variant);
    else if (edges.length > 0) repeating.add(variant);
  }
  for (const variant of advancing) repeating.delete(variant);
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

/** What each decision of a graph may choose. */
interface Decisions {
  options: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many of its options the structure handles. */
  handled: ReadonlyMap<string, number>;
}

function decisionsOf(graph: FlowGraph, variantsOf: VariantsOf): Decisions {
  const options = new Map<string, ReadonlySet<string>>([[ENTRY, new Set(graph.entry_groups)]]);
  const handled = new Map<string, number>([[ENTRY, graph.entry_groups.length]]);
  for (const vertex of graph.vertices) {
    const used = vertex.outputs.map(({ variant }) => variant);
    const all = new Set([...(variantsOf(vertex) ?? [UNKNOWN]), ...used]);
    for (const variant of repeatingVariants(vertex)) all.delete(variant);
    options.set(vertex.name, all);
    handled.set(vertex.name, new Set(used.filter((variant) => all.has(variant))).size);
  }
  return { options, handled };
}

/** Whether two different options of a decision exclude each other in a run. */
type Excludes = (decision: string, option: string, other: string) => boolean;

/** A vertex that decides repeatedly may take both, unless both break its loop. */
function exclusionOf(graph: FlowGraph): Excludes {
  const repeated = graph.vertices.length > MAX_VERTICES ? new Set<string>() : repeatedVertices(graph);
  const breaks = new Set(
    graph.edges.filter(({ kind }) => kind === 'break').map(({ from }) => keyOf(from.vertex, from.variant)),
  );
  return (decision, ...options) =>
    !repeated.has(decision) || options.every((option) => breaks.has(keyOf(decision, option)));
}

/** Drops ways that others include, and decisions that lead there with every option. */
function simplified(ways: readonly Way[], options: Decisions['options']): Way[] {
  if (ways.length < 2) return [...ways];
  let remaining = [...ways];
  const covered = (way: Way) => remaining.some((other) => isWithin(way, other));
  // No way takes an unknown variant, so a decision that might take one is never open.
  const isOpen = (way: Way, decision: string) => {
    const all = options.get(decision) ?? new Set<string>();
    if (all.size > remaining.length || all.has(UNKNOWN)) return false;
    return [...all].every((option) => covered(new Map(way).set(decision, option)));
  };
  const size = () => remaining.reduce((sum, way) => sum + way.size, 0);
  for (let before = Infinity; size() < before;) {
    before = size();
    remaining = remaining.map((way) => {
      const open = [...way.keys()].find((decision) => isOpen(way, decision));
      return open === undefined ? way : new Map([...way].filter(([decision]) => decision !== open));
    });
  }
  return remaining.filter((way, at) => {
    const includes = (other: Way, place: number) =>
      place !== at && isWithin(way, other) && (place < at || !isWithin(other, way));
    return !remaining.some(includes);
  });
}

/** The decision on which two ways differ, with the option of each. */
function* differences(way: Way, other: Way): Generator<[decision: string, option: string, other: string]> {
  for (const [decision, option] of other) {
    const before = way.get(decision);
    if (before !== undefined && before !== option) yield [decision, before, option];
  }
}

/** Both ways in one run: a way, `never`, or null if a vertex that decides repeatedly would have to take two variants. */
function joined(way: Way, other: Way, excludes: Excludes): Way | 'never' | null {
  const [first] = differences(way, other);
  if (first) return excludes(...first) ? 'never' : null;
  return new Map([...way, ...other]);
}

/** Computes the ways to the vertices of one graph. */
class Ways {
  /** By vertex; null if they could not be computed. */
  readonly #reached = new Map<string, readonly Way[] | null>();

  constructor(
    graph: FlowGraph,
    private readonly options: Decisions['options'],
    private readonly excludes: Excludes,
  ) {
    if (graph.vertices.length > MAX_VERTICES) return;
    const names = graph.vertices.map(({ name }) => name);
    const depth = depths(names, forwardEdges(graph));
    const inOrder = [...graph.vertices].sort((a, b) => (depth.get(a.name) ?? 0) - (depth.get(b.name) ?? 0));
    for (const vertex of inOrder) this.#reached.set(vertex.name, this.#waysInto(vertex));
  }

  to(vertex: string, variant: string): readonly Way[] | null {
    return this.#allOf([this.#reached.get(vertex) ?? null, [this.#choice(vertex, variant)]]);
  }

  /** A decision with a single option excludes nothing. */
  #choice(decision: string, option: string): Way {
    return this.options.get(decision)?.size === 1 ? new Map() : new Map([[decision, option]]);
  }

  /** A vertex runs once every connected input has a value. */
  #waysInto({ inputs }: GraphVertex): readonly Way[] | null {
    const connected = inputs
      .map(({ edges, entry_groups }) => ({ edges: edges.filter(({ back }) => !back), entry_groups }))
      .filter(({ edges, entry_groups }) => edges.length + entry_groups.length > 0);
    if (connected.length === 0) return [];
    return this.#allOf(connected.map(({ edges, entry_groups }) => this.#anyOf(edges, entry_groups)));
  }

  #anyOf(edges: readonly GraphEdge[], entryGroups: readonly string[]): Way[] | null {
    const ways = entryGroups.map((group) => this.#choice(ENTRY, group));
    for (const { from } of edges) {
      const toSource = this.to(from.vertex, from.variant);
      if (toSource === null) return null;
      ways.push(...toSource);
    }
    return simplified(ways, this.options);
  }

  #allOf(parts: readonly (readonly Way[] | null)[]): readonly Way[] | null {
    let ways: Way[] = [new Map()];
    for (const part of parts) {
      if (part === null || ways.length * part.length > MAX_PRODUCT) return null;
      const product = ways.flatMap((way) => part.map((other) => joined(way, other, this.excludes)));
      if (product.includes(null)) return null;
      ways = simplified(
        product.filter((way): way is Way => way !== null && way !== 'never'),
        this.options,
      );
    }
    return ways.length > MAX_WAYS ? null : ways;
  }
}

/** The branching of a graph; only `waysTo` depends on the contracts of tools. */
export function branchingOf(graph: FlowGraph, variantsOf: VariantsOf): Branching {
  const { options, handled } = decisionsOf(graph, variantsOf);
  const excludes = exclusionOf(graph);
  const ways = new Ways(graph, options, excludes);
  return {
    waysTo: (vertex, variant) => ways.to(vertex, variant),
    conflict: (way, other) => {
      const conflict = [...differences(other, way)].find((difference) => excludes(...difference));
      return conflict?.[0] ?? null;
    },
    branches: (decision) => (handled.get(decision) ?? 0) > 1,
  };
}
