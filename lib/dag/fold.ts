// Folds regions of a graph (a fan-out, a loop body, all vertices of a tool) into one vertex each, together with a run's state.
// Invariant: every vertex is either kept or a member of exactly one folded vertex; run totals cover the whole graph.
import { backEdges } from './back-edges';
import { edgeKey, keyOf, type FlowGraph, type GraphEdge, type GraphVertex } from './flow-graph';
import { inputKey, type InputPort, outputKey, type OutputPort } from './flow-graph';
import { between, edgesBy, forwardEdges, groupBy } from './traverse';
import { type EdgeRun, noCounts, noTotals, type RunState, stepStates, type VertexRun } from './run-state';

/** The name of the folded vertex of `region`. */
export function foldedName(region: Region): string {
  return `⟨${region.title}⟩`;
}

/** The names of a graph once its regions are folded. */
class Folding {
  /** The region of each folded vertex; a vertex in several regions belongs to the first. */
  readonly #regions = new Map<string, Region>();

  constructor(graph: FlowGraph, regions: readonly Region[]) {
    const names = new Set(graph.vertices.map(({ name }) => name));
    for (const region of regions) {
      if (names.has(foldedName(region))) continue;
      const free = [...region.members].filter((name) => names.has(name) && !this.#regions.has(name));
      if (free.length > 1) for (const name of free) this.#regions.set(name, region);
    }
  }

  get isEmpty(): boolean {
    return this.#regions.size === 0;
  }

  regionOf(vertex: string): Region | undefined {
    return this.#regions.get(vertex);
  }

  membersOf(region: Region): string[] {
    return [...this.#regions].flatMap(([name, its]) => (its === region ? [name] : []));
  }

  nameOf(vertex: string): string {
    const region = this.#regions.get(vertex);
    return region ? foldedName(region) : vertex;
  }

  /** A port or variant on the folded vertex: vertices of one tool share them, others are prefixed by the vertex. */
  portOf(vertex: string, port: string): string {
    const region = this.#regions.get(vertex);
    return region && region.what !== 'tool' ? `${vertex}.${port}` : port;
  }

  /** Whether the edge disappears inside a folded vertex. */
  isInner({ from, to }: GraphEdge): boolean {
    const region = this.#regions.get(from.vertex);
    return region !== undefined && region === this.#regions.get(to.vertex);
  }

  touches({ from, to }: GraphEdge): boolean {
    return this.#regions.has(from.vertex) || this.#regions.has(to.vertex);
  }
}

/** The edges that remain, parallel ones merged; `back` is set later. */
function foldedEdges(graph: FlowGraph, folding: Folding): GraphEdge[] {
  const edges = new Map<string, GraphEdge>();
  for (const edge of graph.edges) {
    const { from, to, kind } = edge;
    if (folding.isInner(edge)) continue;
    if (!folding.touches(edge)) {
      edges.set(edge.key, { ...edge, back: false });
      continue;
    }
    const ends = {
      from: {
        vertex: folding.nameOf(from.vertex),
        variant: folding.portOf(from.vertex, from.variant),
        port: from.port,
      },
      to: { vertex: folding.nameOf(to.vertex), port: folding.portOf(to.vertex, to.port) },
    };
    const key = keyOf(edgeKey(ends), kind);
    const existing = edges.get(key);
    if (existing) existing.members?.push(edge.key);
    else edges.set(key, { key, ...ends, kind, back: false, members: [edge.key] });
  }
  return [...edges.values()];
}

/** The vertex, or the folded vertex of its region; without ports. */
function withoutPorts(vertex: GraphVertex, folding: Folding): GraphVertex {
  const region = folding.regionOf(vertex.name);
  if (!region) return { ...vertex, inputs: [], outputs: [] };
  return {
    name: foldedName(region),
    kind: null,
    tool_fqn: region.what === 'tool' ? region.title : null,
    ghost: false,
    members: folding.membersOf(region),
    inputs: [],
    outputs: [],
  };
}

/** The vertices that remain, with the ports that edges or callers still reach. */
function foldedVertices(graph: FlowGraph, folding: Folding, edges: readonly GraphEdge[]): GraphVertex[] {
  const vertices = new Map<string, GraphVertex>();
  const inputs = new Map<string, InputPort>();
  const outputs = new Map<string, OutputPort>();
  const isInner = (edge: GraphEdge) => folding.isInner(edge);
  for (const vertex of graph.vertices) {
    const name = folding.nameOf(vertex.name);
    const target = vertices.get(name) ?? withoutPorts(vertex, folding);
    vertices.set(name, target);
    for (const input of vertex.inputs) {
      const port = folding.portOf(vertex.name, input.port);
      const key = inputKey(name, port);
      const isHidden = input.edges.length > 0 && input.edges.every(isInner);
      if (inputs.has(key) || isHidden) continue;
      const copy = { ...input, key, port, edges: [] };
      inputs.set(key, copy);
      target.inputs.push(copy);
    }
    for (const output of vertex.outputs) {
      const variant = folding.portOf(vertex.name, output.variant);
      const key = outputKey(name, variant, output.port);
      const isFolded = folding.regionOf(vertex.name) !== undefined;
      const isHidden = isFolded && !output.declared && output.edges.every(isInner);
      if (outputs.has(key) || isHidden) continue;
      const copy = { ...output, key, variant, edges: [] };
      outputs.set(key, copy);
      target.outputs.push(copy);
    }
  }
  for (const edge of edges) {
    inputs.get(inputKey(edge.to.vertex, edge.to.port))?.edges.push(edge);
    outputs.get(outputKey(edge.from.vertex, edge.from.variant, edge.from.port))?.edges.push(edge);
  }
  return [...vertices.values()];
}

export function folded(graph: FlowGraph, regions: readonly Region[]): FlowGraph {
  const folding = new Folding(graph, regions);
  if (folding.isEmpty) return graph;
  const edges = foldedEdges(graph, folding);
  const vertices = foldedVertices(graph, folding, edges);
  const names = vertices.map(({ name }) => name);
  const back = backEdges(names, edges, []);
  for (const edge of edges) edge.back = back.has(edge);
  return { vertices, edges, entry_groups: graph.entry_groups };
}

export interface Region {
  key: string;
  what: 'for_each' | 'loop' | 'tool';
  /** `for each of split`, `loop of adjuster`, or the tool's name. */
  title: string;
  members: ReadonlySet<string>;
}

/** At most this many fan-outs, and as many loops, are offered. */
const MAX_REGIONS = 40;

/** A region for each source of `edges`; `membersOf` receives their targets. */
function regionsFrom(
  edges: readonly GraphEdge[],
  named: (source: string) => Pick<Region, 'key' | 'what' | 'title'>,
  membersOf: (starts: readonly string[], source: string) => ReadonlySet<string>,
): Region[] {
  return [...edgesBy(edges, 'from')].slice(0, MAX_REGIONS).map(([source, leaving]) => {
    const starts = [...new Set(leaving.map(({ to }) => to.vertex))];
    return { ...named(source), members: membersOf(starts, source) };
  });
}

/** From the target of a for_each to the source of its collect. */
function fanOuts(graph: FlowGraph): Region[] {
  const inner = forwardEdges(graph).filter(({ kind }) => kind !== 'collect' && kind !== 'for_each');
  const out = edgesBy(inner, 'from');
  const into = edgesBy(inner, 'to');
  const ends = graph.edges.filter(({ kind }) => kind === 'collect').map(({ from }) => from.vertex);
  return regionsFrom(
    graph.edges.filter(({ kind }) => kind === 'for_each'),
    (source) => ({ key: `each:${source}`, what: 'for_each', title: `for each of ${source}` }),
    (starts) => {
      const found = between(starts, ends, out, into);
      return found.size > 0 ? found : new Set(starts);
    },
  );
}

/** Everything between the target and the source of a back edge. */
function loops(graph: FlowGraph): Region[] {
  const forward = forwardEdges(graph);
  const out = edgesBy(forward, 'from');
  const into = edgesBy(forward, 'to');
  return regionsFrom(
    graph.edges.filter((edge) => edge.back),
    (source) => ({ key: `loop:${source}`, what: 'loop', title: `loop of ${source}` }),
    (starts, source) => new Set([...between(starts, [source], out, into), source, ...starts]),
  );
}

function tools({ vertices }: FlowGraph): Region[] {
  const named = vertices.flatMap(({ name, tool_fqn }) => (tool_fqn === null ? [] : [{ name, tool_fqn }]));
  return [...groupBy(named, ({ tool_fqn }) => tool_fqn)].map(([fqn, members]) => ({
    key: `tool:${fqn}`,
    what: 'tool',
    title: fqn,
    members: new Set(members.map(({ name }) => name)),
  }));
}

/** All regions of two or more vertices: fan-outs, loops, then tools by number of vertices. */
export function regionsOf(graph: FlowGraph): Region[] {
  const all = [
    ...fanOuts(graph),
    ...loops(graph),
    ...tools(graph).sort((a, b) => b.members.size - a.members.size),
  ];
  return all.filter(({ members }) => members.size > 1);
}

function sumOf(vertex: GraphVertex, members: readonly string[], run: RunState): VertexRun {
  const sum: VertexRun = { state: 'not_reached', counts: noCounts(), steps: [], variants: [] };
  const states = noTotals();
  const variants = new Set<string>();
  for (const name of members) {
    const memberRun = run.vertices.get(name);
    if (!memberRun) continue;
    states[memberRun.state] += 1;
    for (const state of stepStates) sum.counts[state] += memberRun.counts[state];
    sum.steps.push(...memberRun.steps);
    for (const variant of memberRun.variants)
      variants.add(vertex.tool_fqn === null ? `${name}.${variant}` : variant);
  }
  // An unreached member does not affect the folded state.
  const order = [...stepStates, 'unknown', 'not_by_walk'] as const;
  const state = order.find((each) => states[each] > 0) ?? 'not_reached';
  return { ...sum, state, variants: [...variants], members: states };
}

function sumOfEdges(members: readonly string[], run: RunState): EdgeRun | null {
  const memberRuns = members.flatMap((key) => run.edges.get(key) ?? []);
  if (memberRuns.length === 0) return null;
  const sum = (of: (edge: EdgeRun) => number, edges = memberRuns) =>
    edges.reduce((all, edge) => all + of(edge), 0);
  // Collect edges into one port share its totals.
  const distinct = [...new Map(memberRuns.map((edge, index) => [edge.port?.key ?? index, edge])).values()];
  const [port] = memberRuns.flatMap((edge) => edge.port ?? []);
  return {
    crossed: sum(({ crossed }) => crossed),
    done: sum(({ done }) => done),
    total: distinct.every(({ total }) => total !== null) ? sum(({ total }) => total ?? 0, distinct) : null,
    ...(port && { port: { key: port.key, arrived: sum((edge) => edge.port?.arrived ?? 0, distinct) } }),
  };
}

/** `run` mapped onto `graph`, which may have folded vertices. */
export function foldedRun(graph: FlowGraph, run: RunState): RunState {
  if (!graph.vertices.some(({ members }) => members)) return run;
  const vertices = new Map(run.vertices);
  for (const vertex of graph.vertices)
    if (vertex.members) vertices.set(vertex.name, sumOf(vertex, vertex.members, run));
  const edges = new Map(run.edges);
  const moving = new Set(run.moving);
  for (const { key, members } of graph.edges) {
    if (!members) continue;
    const sum = sumOfEdges(members, run);
    if (sum) edges.set(key, sum);
    if (members.some((each) => run.moving.has(each))) moving.add(key);
  }
  return { ...run, vertices, edges, moving };
}
