// Folds regions of a graph (a fan-out, a loop body, all vertices of a tool) into one vertex each, together with a run's state.
// Invariant: every vertex stands for itself or is a member of exactly one folded vertex; run totals stay those of the whole graph.
import { backEdges } from './back-edges';
import { edgeKey, type FlowGraph, type GraphEdge, type GraphVertex } from './flow-graph';
import { inputKey, type InputPort, outputKey, type OutputPort } from './flow-graph';
import { between, edgesBy, forwardEdges, groupBy } from './traverse';
import { type EdgeRun, noCounts, noTotals, type RunState, stepStates, type VertexRun } from './run-state';

/** The name of the vertex that stands for `region`. */
export function foldedName(region: Region): string {
  return `⟨${region.title}⟩`;
}

/** The region each folded vertex belongs to; a vertex in several regions goes with the first. */
function assignRegions(graph: FlowGraph, regions: readonly Region[]): Map<string, Region> {
  const names = new Set(graph.vertices.map(({ name }) => name));
  const home = new Map<string, Region>();
  for (const region of regions) {
    if (names.has(foldedName(region))) continue;
    const free = [...region.members].filter((name) => names.has(name) && !home.has(name));
    if (free.length > 1) for (const name of free) home.set(name, region);
  }
  return home;
}

export function folded(graph: FlowGraph, regions: readonly Region[]): FlowGraph {
  const home = assignRegions(graph, regions);
  if (home.size === 0) return graph;
  const vertices = new Map<string, GraphVertex>();
  const inputs = new Map<string, InputPort>();
  const outputs = new Map<string, OutputPort>();
  const edges = new Map<string, GraphEdge>();

  const nameOf = (vertex: string) => {
    const region = home.get(vertex);
    return region ? foldedName(region) : vertex;
  };
  /** A port or variant on the folded vertex: vertices of one tool share them, others are prefixed by the vertex. */
  const portOf = (vertex: string, port: string) => {
    const region = home.get(vertex);
    return region && region.what !== 'tool' ? `${vertex}.${port}` : port;
  };
  const isInner = ({ from, to }: GraphEdge) =>
    home.has(from.vertex) && home.get(from.vertex) === home.get(to.vertex);
  for (const edge of graph.edges) {
    const { from, to, kind } = edge;
    if (isInner(edge)) continue;
    if (!home.has(from.vertex) && !home.has(to.vertex)) {
      edges.set(edge.key, { ...edge, back: false });
      continue;
    }
    const ends = {
      from: { vertex: nameOf(from.vertex), variant: portOf(from.vertex, from.variant), port: from.port },
      to: { vertex: nameOf(to.vertex), port: portOf(to.vertex, to.port) },
    };
    const key = `${edgeKey(ends)} ${kind}`;
    const known = edges.get(key);
    if (known) known.members?.push(edge.key);
    else edges.set(key, { key, ...ends, kind, back: false, members: [edge.key] });
  }
  const all = [...edges.values()];

  const draft = (vertex: GraphVertex): GraphVertex => {
    const region = home.get(vertex.name);
    if (!region) return { ...vertex, inputs: [], outputs: [] };
    return {
      name: foldedName(region),
      kind: null,
      tool_fqn: region.what === 'tool' ? region.title : null,
      ghost: false,
      members: [...home].flatMap(([member, its]) => (its === region ? [member] : [])),
      inputs: [],
      outputs: [],
    };
  };
  for (const vertex of graph.vertices) {
    const target = vertices.get(nameOf(vertex.name)) ?? draft(vertex);
    vertices.set(target.name, target);
    for (const input of vertex.inputs) {
      const port = portOf(vertex.name, input.port);
      const key = inputKey(target.name, port);
      const isHidden = input.edges.length > 0 && input.edges.every(isInner);
      if (inputs.has(key) || isHidden) continue;
      const made = { ...input, key, port, edges: [] };
      inputs.set(key, made);
      target.inputs.push(made);
    }
    for (const output of vertex.outputs) {
      const variant = portOf(vertex.name, output.variant);
      const key = outputKey(target.name, variant, output.port);
      const isHidden = home.has(vertex.name) && !output.declared && output.edges.every(isInner);
      if (outputs.has(key) || isHidden) continue;
      const made = { ...output, key, variant, edges: [] };
      outputs.set(key, made);
      target.outputs.push(made);
    }
  }
  for (const edge of all) {
    inputs.get(inputKey(edge.to.vertex, edge.to.port))?.edges.push(edge);
    outputs.get(outputKey(edge.from.vertex, edge.from.variant, edge.from.port))?.edges.push(edge);
  }
  const names = [...vertices.keys()];
  const back = backEdges(names, all, []);
  for (const edge of all) edge.back = back.has(edge);
  return { vertices: [...vertices.values()], edges: all, entry_groups: graph.entry_groups };
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

/** A region for each vertex that `edges` leave; `membersOf` is given the vertices they lead to. */
function regionsFrom(
  edges: readonly GraphEdge[],
  named: (source: string) => Pick<Region, 'key' | 'what' | 'title'>,
  membersOf: (starts: readonly string[], source: string) => ReadonlySet<string>,
): Region[] {
  return [...edgesBy(edges, 'from')].slice(0, MAX_REGIONS).map(([source, own]) => {
    const starts = [...new Set(own.map(({ to }) => to.vertex))];
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
    const own = run.vertices.get(name);
    if (!own) continue;
    states[own.state] += 1;
    for (const state of stepStates) sum.counts[state] += own.counts[state];
    sum.steps.push(...own.steps);
    for (const variant of own.variants)
      variants.add(vertex.tool_fqn === null ? `${name}.${variant}` : variant);
  }
  // An unreached member says nothing about the others.
  const order = [...stepStates, 'unknown', 'not_by_walk'] as const;
  const state = order.find((each) => states[each] > 0) ?? 'not_reached';
  return { ...sum, state, variants: [...variants], members: states };
}

function sumOfEdges(members: readonly string[], run: RunState): EdgeRun | null {
  const own = members.flatMap((key) => run.edges.get(key) ?? []);
  if (own.length === 0) return null;
  const sum = (of: (edge: EdgeRun) => number, edges = own) => edges.reduce((all, edge) => all + of(edge), 0);
  // Collect edges into one port share its totals.
  const distinct = [...new Map(own.map((edge, index) => [edge.port?.key ?? index, edge])).values()];
  const [port] = own.flatMap((edge) => edge.port ?? []);
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
