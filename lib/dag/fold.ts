// Folds regions of a graph (a fan-out, a loop body, all vertices of a tool) into one vertex each, together with a run's state.
// Invariant: every vertex stands for itself or is a member of exactly one folded vertex; run totals stay those of the whole graph.
import { backEdges } from './back-edges';
import type { FlowGraph, GraphEdge, GraphVertex, InputPort, OutputPort } from './flow-graph';
import { edgeKey, inputKey, outputKey } from './keys';
import { edgesBy, reachable } from './traverse';
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

/** A member's port on the folded vertex: vertices of one tool share ports, others are prefixed by the vertex. */
function portName(region: Region, vertex: string, port: string): string {
  return region.what === 'tool' ? port : `${vertex}.${port}`;
}

/** A member's variant on the folded vertex. */
export function foldedVariant(folded: GraphVertex, member: string, variant: string): string {
  return folded.tool_fqn === null ? `${member}.${variant}` : variant;
}

export function folded(graph: FlowGraph, regions: readonly Region[]): FlowGraph {
  const home = assignRegions(graph, regions);
  if (home.size === 0) return graph;
  const vertices = new Map<string, GraphVertex>();
  const inputs = new Map<string, InputPort>();
  const outputs = new Map<string, OutputPort>();
  const edges = new Map<string, GraphEdge>();

  const end = (vertex: string, port: string) => {
    const region = home.get(vertex);
    return region ? { vertex: foldedName(region), port: portName(region, vertex, port) } : { vertex, port };
  };
  for (const edge of graph.edges) {
    const { from, to, kind } = edge;
    if (home.has(from.vertex) && home.get(from.vertex) === home.get(to.vertex)) continue;
    const region = home.get(from.vertex);
    const variant = region ? portName(region, from.vertex, from.variant) : from.variant;
    const ends = {
      from: { vertex: end(from.vertex, '').vertex, variant, port: from.port },
      to: end(to.vertex, to.port),
    };
    if (!region && !home.has(to.vertex)) {
      edges.set(edge.key, { ...edge, back: false });
      continue;
    }
    const key = `${edgeKey(ends)} ${kind}`;
    const known = edges.get(key);
    if (known) known.members?.push(edge.key);
    else edges.set(key, { key, ...ends, kind, back: false, members: [edge.key] });
  }
  const all = [...edges.values()];

  const draft = (vertex: GraphVertex): GraphVertex => {
    const region = home.get(vertex.name);
    const name = region ? foldedName(region) : vertex.name;
    const known = vertices.get(name);
    if (known) return known;
    const made: GraphVertex = region
      ? {
          name,
          kind: null,
          tool_fqn: region.what === 'tool' ? region.title : null,
          ghost: false,
          members: [...home].flatMap(([member, its]) => (its === region ? [member] : [])),
          inputs: [],
          outputs: [],
        }
      : { ...vertex, inputs: [], outputs: [] };
    vertices.set(name, made);
    return made;
  };
  for (const vertex of graph.vertices) {
    const target = draft(vertex);
    const region = home.get(vertex.name);
    for (const input of vertex.inputs) {
      const port = region ? portName(region, vertex.name, input.port) : input.port;
      const key = inputKey(target.name, port);
      const isInner =
        region && input.edges.length > 0 && input.edges.every(({ from }) => home.get(from.vertex) === region);
      if (inputs.has(key) || isInner) continue;
      const made = { ...input, key, port, edges: [] };
      inputs.set(key, made);
      target.inputs.push(made);
    }
    for (const output of vertex.outputs) {
      const variant = region ? portName(region, vertex.name, output.variant) : output.variant;
      const key = outputKey(target.name, variant, output.port);
      const isInner =
        region && !output.declared && output.edges.every(({ to }) => home.get(to.vertex) === region);
      if (outputs.has(key) || isInner) continue;
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

const both = (one: ReadonlySet<string>, two: ReadonlySet<string>) =>
  new Set([...one].filter((name) => two.has(name)));

/** From the target of a for_each to the source of its collect. */
function fanOuts(graph: FlowGraph): Region[] {
  const inner = graph.edges.filter(
    (edge) => !edge.back && edge.kind !== 'collect' && edge.kind !== 'for_each',
  );
  const out = edgesBy(inner, 'from');
  const ends = graph.edges.filter(({ kind }) => kind === 'collect').map(({ from }) => from.vertex);
  const leads = reachable(ends, edgesBy(inner, 'to'), 'from');
  return [
    ...edgesBy(
      graph.edges.filter(({ kind }) => kind === 'for_each'),
      'from',
    ),
  ]
    .slice(0, MAX_REGIONS)
    .map(([source, edges]) => {
      const starts = [...new Set(edges.map(({ to }) => to.vertex))];
      const found = both(reachable(starts, out, 'to'), leads);
      return {
        key: `each:${source}`,
        what: 'for_each' as const,
        title: `for each of ${source}`,
        members: found.size > 0 ? found : new Set(starts),
      };
    });
}

/** Everything between the target and the source of a back edge. */
function loops(graph: FlowGraph): Region[] {
  const forward = graph.edges.filter((edge) => !edge.back);
  const out = edgesBy(forward, 'from');
  const into = edgesBy(forward, 'to');
  return [
    ...edgesBy(
      graph.edges.filter((edge) => edge.back),
      'from',
    ),
  ]
    .slice(0, MAX_REGIONS)
    .map(([source, edges]) => {
      const starts = [...new Set(edges.map(({ to }) => to.vertex))];
      const members = both(reachable(starts, out, 'to'), reachable([source], into, 'from'));
      return {
        key: `loop:${source}`,
        what: 'loop' as const,
        title: `loop of ${source}`,
        members: new Set([...members, source, ...starts]),
      };
    });
}

function tools(graph: FlowGraph): Region[] {
  const byTool = new Map<string, Set<string>>();
  for (const { name, tool_fqn } of graph.vertices) {
    if (tool_fqn === null) continue;
    const members = byTool.get(tool_fqn) ?? new Set<string>();
    byTool.set(tool_fqn, members.add(name));
  }
  return [...byTool].map(([fqn, members]) => ({
    key: `tool:${fqn}`,
    what: 'tool' as const,
    title: fqn,
    members,
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
    for (const variant of own.variants) variants.add(foldedVariant(vertex, name, variant));
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
