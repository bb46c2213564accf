// Crossings: values that went along edges. A vertex that answers a variant sends the value of each port along every edge of that variant.
// Invariant: a crossing names the exact edge and the place of the event that made it; a port that the event lacks is a crossing without a value
// (its bytes were not UTF-8, spec 2.16), never an empty one. Rules: lifecycle 2 and 3.6.
import type { ExecutionEvent } from '@/lib/contract/executions';
import { valuesOf, type PortData } from '@/lib/contract/port-data';
import type { FlowGraph, GraphEdge } from '@/lib/dag/flow-graph';
import { inputKey } from '@/lib/dag/keys';
import type { EdgeRun } from '@/lib/dag/run-state';
import { carriesAnswer } from './visits';

export interface Crossing {
  edge: GraphEdge;
  /** Place in the list of moments. */
  at: number;
  walk_index: bigint;
  /** Of the vertex it came from. */
  iteration: bigint | null;
  /** Null when the event does not hold the port. */
  value: PortData | null;
}

export interface EdgeIndex {
  /** Edges by `vertex`, then by variant. */
  from: Map<string, Map<string, GraphEdge[]>>;
  /** Collect edges with the port they lead to and the for_each edges whose fan-out they gather. */
  fans: { key: string; port: string; heads: string[] }[];
  /** Vertices on a loop. */
  loops: Set<string>;
}

function reach(
  start: string,
  edges: readonly GraphEdge[],
  back: boolean,
  stop: (edge: GraphEdge) => boolean,
) {
  const found = new Set([start]);
  const open = [start];
  for (let vertex = open.pop(); vertex !== undefined; vertex = open.pop())
    for (const edge of edges) {
      const [source, target] = back ? [edge.to.vertex, edge.from.vertex] : [edge.from.vertex, edge.to.vertex];
      if (source !== vertex || found.has(target) || stop(edge)) continue;
      found.add(target);
      open.push(target);
    }
  return found;
}

/** What the crossings need to know of a graph, worked out once. */
export function indexEdges({ edges }: FlowGraph): EdgeIndex {
  const from: EdgeIndex['from'] = new Map();
  for (const edge of edges) {
    const variants = from.get(edge.from.vertex) ?? new Map<string, GraphEdge[]>();
    variants.set(edge.from.variant, [...(variants.get(edge.from.variant) ?? []), edge]);
    from.set(edge.from.vertex, variants);
  }
  const fans = edges
    .filter(({ kind }) => kind === 'collect')
    .map(({ key, from: source, to }) => {
      const body = reach(source.vertex, edges, true, ({ kind }) => kind !== 'normal');
      const heads = edges.filter((edge) => edge.kind === 'for_each' && body.has(edge.to.vertex));
      return { key, port: inputKey(to.vertex, to.port), heads: heads.map((head) => head.key) };
    });
  const loops = new Set<string>();
  for (const edge of edges.filter(({ back }) => back)) {
    const down = reach(edge.to.vertex, edges, false, ({ back }) => back);
    const up = reach(edge.from.vertex, edges, true, ({ back }) => back);
    for (const vertex of down) if (up.has(vertex)) loops.add(vertex);
  }
  return { from, fans, loops };
}

/** The crossings that one event made; none when it carries no answer or its vertex is not in the graph. */
export function crossingsOf({ from }: EdgeIndex, event: ExecutionEvent, at: number): Crossing[] {
  if (!carriesAnswer(event.event_type) || event.variant === null) return [];
  const edges = from.get(event.vertex_name)?.get(event.variant) ?? [];
  return edges.map((edge) => ({
    edge,
    at,
    walk_index: event.walk_index,
    iteration: event.vertex_iteration,
    value: ownPort(event.ports_data, edge.from.port),
  }));
}

function ownPort(ports: ExecutionEvent['ports_data'], name: string): PortData | null {
  return ports !== null && Object.hasOwn(ports, name) ? (ports[name] ?? null) : null;
}

/** How many values a crossing carries; null when they were not recorded. */
export function valueCount({ value }: Pick<Crossing, 'value'>): number | null {
  return value === null ? null : valuesOf(value).length;
}

/** Each iteration, or walk, is one result. */
function resultsIn(crossings: readonly Crossing[]): number {
  return new Set(crossings.map(({ iteration, walk_index }) => iteration ?? `walk ${walk_index}`)).size;
}

/** What went along each edge up to now: how often, and how far a fan-out or a collect has come. */
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
  for (const { key, port, heads } of fans) {
    const sources = heads.flatMap((head) => fanned.get(head) ?? []);
    const since = Math.max(-1, ...sources.map(({ at }) => at));
    // Several variants may lead into one port: each edge has its own part of what has arrived there.
    const arrived = crossings.filter(
      ({ edge, at }) =>
        edge.kind === 'collect' && at > since && inputKey(edge.to.vertex, edge.to.port) === port,
    );
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
