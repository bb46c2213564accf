// Values that crossed edges: a vertex that ends on a variant sends each port along every edge of that variant.
// Invariant: a port missing from the event is a crossing without a value, never an empty one. docs/read-api.md, executions.
import type { ExecutionEvent } from '@/lib/contract/executions';
import { type PortData, valuesOf } from '@/lib/contract/port-data';
import { type FlowGraph, type GraphEdge, inputKey } from '@/lib/dag/flow-graph';
import type { EdgeRun } from '@/lib/dag/run-state';
import { onLoops } from '@/lib/dag/back-edges';
import { type EdgesByVertex, edgesBy, groupBy, reachable } from '@/lib/dag/traverse';
import { carriesResult, type Visit } from './walks';

export interface Crossing {
  edge: GraphEdge;
  /** Index into the moments. */
  at: number;
  walk_index: bigint;
  /** Iteration of the source vertex. */
  iteration: bigint | null;
  /** Null when the event lacks the port (its bytes were not UTF-8). */
  value: PortData | null;
}

export interface EdgeIndex {
  from: EdgesByVertex;
  /** Collect edges, their target port, and the for_each edges whose results they gather. */
  fans: { key: string; port: string; heads: string[] }[];
  /** Vertices on a loop. */
  loops: Set<string>;
}

const cache = new WeakMap<FlowGraph, EdgeIndex>();

/** Cached per graph: each part of a run that arrives prepares its replay again (a fifth of that work, for a thousand vertices). */
export function indexEdges(graph: FlowGraph): EdgeIndex {
  const index = cache.get(graph) ?? edgeIndex(graph);
  cache.set(graph, index);
  return index;
}

function edgeIndex({ vertices, edges }: FlowGraph): EdgeIndex {
  const upstream = edgesBy(
    edges.filter(({ kind }) => kind === 'normal'),
    'to',
  );
  const fanOuts = edges.filter(({ kind }) => kind === 'for_each');
  const collects = edges.filter(({ kind }) => kind === 'collect');
  const fans = [...edgesBy(collects, 'from')].flatMap(([source, ofSource]) => {
    const body = reachable([source], upstream, 'from');
    const heads = fanOuts.filter((edge) => body.has(edge.to.vertex)).map(({ key }) => key);
    return ofSource.map(({ key, to }) => ({ key, port: inputKey(to.vertex, to.port), heads }));
  });
  const names = vertices.map(({ name }) => name);
  return { from: edgesBy(edges, 'from'), fans, loops: onLoops(names, edges) };
}

/** The crossings of one event; none without a result, or for an unknown vertex. */
export function crossingsOf({ from }: EdgeIndex, event: ExecutionEvent, at: number): Crossing[] {
  if (!carriesResult(event.event_type) || event.variant === null) return [];
  const edges = from.get(event.vertex_name) ?? [];
  return edges
    .filter((edge) => edge.from.variant === event.variant)
    .map((edge) => ({
      edge,
      at,
      walk_index: event.walk_index,
      iteration: event.vertex_iteration,
      value: portValue(event.ports_data, edge.from.port),
    }));
}

function portValue(ports: ExecutionEvent['ports_data'], name: string): PortData | null {
  return ports !== null && Object.hasOwn(ports, name) ? (ports[name] ?? null) : null;
}

/** The number of values a crossing carries; null when not recorded. */
function valueCount({ value }: Pick<Crossing, 'value'>): number | null {
  return value === null ? null : valuesOf(value).length;
}

/** One result per iteration, or per walk without iterations. */
function resultsIn(crossings: readonly Crossing[]): number {
  return new Set(crossings.map(({ iteration, walk_index }) => iteration ?? `walk ${walk_index}`)).size;
}

/** Per edge: how often it was crossed, and the progress of fan-outs and collects. */
export function edgeRuns({ fans }: EdgeIndex, crossings: readonly Crossing[]): Map<string, EdgeRun> {
  const runs = new Map<string, EdgeRun>();
  const fanned = new Map<string, { size: number | null; at: number }>();
  for (const crossing of crossings) {
    const { key, kind } = crossing.edge;
    const run = runs.get(key) ?? { crossed: 0, done: 0, total: null };
    run.crossed += 1;
    if (kind === 'for_each') {
      run.total = valueCount(crossing);
      run.done = run.total ?? 0;
      fanned.set(key, { size: run.total, at: crossing.at });
    }
    runs.set(key, run);
  }
  const collected = groupBy(
    crossings.filter(({ edge }) => edge.kind === 'collect'),
    ({ edge: { to } }) => inputKey(to.vertex, to.port),
  );
  for (const { key, port, heads } of fans) {
    const sources = heads.flatMap((head) => fanned.get(head) ?? []);
    const since = Math.max(-1, ...sources.map(({ at }) => at));
    // Several collect edges may lead into one port; each counts its own results.
    const arrived = (collected.get(port) ?? []).filter(({ at }) => at > since);
    const sizes = sources.flatMap(({ size }) => size ?? []);
    if (sources.length === 0 && arrived.length === 0) continue;
    runs.set(key, {
      crossed: runs.get(key)?.crossed ?? 0,
      done: resultsIn(arrived.filter(({ edge }) => edge.key === key)),
      total: sizes.length === 0 ? null : Math.max(...sizes),
      port: { key: port, arrived: resultsIn(arrived) },
    });
  }
  return runs;
}

export interface VisitInput {
  crossing: Crossing;
  /** For a fan-out the element of this iteration; null when not recorded. */
  value: PortData | null;
}

function isFor({ edge: { kind }, iteration }: Crossing, visit: Visit): boolean {
  if (kind === 'do_while')
    return iteration === null || visit.iteration === null || iteration + 1n === visit.iteration;
  const inside = kind === 'normal' && iteration !== null && visit.iteration !== null;
  return !inside || iteration === visit.iteration;
}

function element(value: PortData | null, index: bigint | null): PortData | null {
  if (value === null || index === null) return value;
  const item = valuesOf(value)[Number(index)];
  return item === undefined ? null : { one: item };
}

/** The inputs of a visit by port: the latest crossing, or all in order of iteration for a collect. */
export function inputsOf(visit: Visit, crossings: readonly Crossing[]): Map<string, VisitInput[]> {
  const inputs = new Map<string, VisitInput[]>();
  for (const crossing of crossings) {
    const { edge, at, value } = crossing;
    if (edge.to.vertex !== visit.vertex || at > visit.last || !isFor(crossing, visit)) continue;
    const input = { crossing, value: edge.kind === 'for_each' ? element(value, visit.iteration) : value };
    const before = inputs.get(edge.to.port) ?? [];
    inputs.set(
      edge.to.port,
      edge.kind === 'collect'
        ? [...before, input]
        : [...before.filter((other) => other.crossing.edge.kind === 'collect'), input],
    );
  }
  for (const list of inputs.values())
    list.sort((a, b) => Number((a.crossing.iteration ?? 0n) - (b.crossing.iteration ?? 0n)));
  return inputs;
}

export function outputsOf(visit: Visit, crossings: readonly Crossing[]): Crossing[] {
  return crossings.filter(({ at, edge }) => at === visit.ended && edge.from.vertex === visit.vertex);
}
