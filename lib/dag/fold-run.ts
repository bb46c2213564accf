// The state of a run on a graph with folded regions: a folded vertex has the sum of its members, an edge the sum of those it stands for.
// Invariant: what is not folded keeps its state; the totals stay those of the whole graph, because folding changes what is drawn and not what happened.
import type { FlowGraph, GraphVertex } from './flow-graph';
import { foldedVariant } from './fold';
import { noCounts, noTotals, stepStates, type EdgeRun, type RunState, type VertexRun } from './run-state';

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
  // One that was not reached says nothing about the others: the state that wins among steps wins here.
  const order = [...stepStates, 'unknown', 'not_by_walk'] as const;
  const state = order.find((each) => states[each] > 0) ?? 'not_reached';
  return { ...sum, state, variants: [...variants], members: states };
}

function sumOfEdges(members: readonly string[], run: RunState): EdgeRun | null {
  const own = members.flatMap((key) => run.edges.get(key) ?? []);
  if (own.length === 0) return null;
  const sum = (of: (edge: EdgeRun) => number, edges = own) => edges.reduce((all, edge) => all + of(edge), 0);
  // Collects into one port have what is to arrive there in common.
  const apart = [...new Map(own.map((edge, index) => [edge.port?.key ?? index, edge])).values()];
  const [port] = own.flatMap((edge) => edge.port ?? []);
  return {
    crossed: sum(({ crossed }) => crossed),
    done: sum(({ done }) => done),
    total: apart.every(({ total }) => total !== null) ? sum(({ total }) => total ?? 0, apart) : null,
    ...(port && { port: { key: port.key, arrived: sum((edge) => edge.port?.arrived ?? 0, apart) } }),
  };
}

/** `run` on `graph`, which may have folded vertices. */
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
