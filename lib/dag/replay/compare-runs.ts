// Two executions of one DAG: path, failure reasons, inputs, outputs, time and cost per vertex of each.
// Invariant: durations use each run's own clock; the two clocks are never mixed.
import type { PortData } from '@/lib/contract/port-data';
import { stringifyJson } from '@/lib/json/exact';
import type { RunClock } from './clock';
import { inputsOf } from './crossings';
import type { Incident } from './incidents';
import { costsByVertex, totalFees } from './money';
import type { Replay } from './replay';
import type { Visit } from './walks';
import type { GraphEdge } from '@/lib/dag/flow-graph';
import type { VertexState } from '@/lib/dag/run-state';

export interface Compared {
  replay: Replay;
  clock: RunClock;
  incidents: readonly Pick<Incident, 'vertex' | 'reasons'>[];
}

/** A value of each visit, in order of iteration; null where it was not recorded. */
type Values = readonly (PortData | null)[];
type Ports = ReadonlyMap<string, Values>;

export interface Side {
  state: VertexState;
  visits: number;
  variants: string[];
  reasons: string[];
  inputs: Ports;
  outputs: Ports;
  /** Total ms of all visits that ended; null when none did. */
  took: number | null;
  /** Gas, tool and priority fees in MIST; null without recorded fees. */
  cost: bigint | null;
}

/** `path`: state, visits or variants. */
export const PARTS = ['path', 'reason', 'inputs', 'outputs', 'time', 'cost'] as const;
export type Part = (typeof PARTS)[number];

export interface PortDifference {
  direction: 'input' | 'output';
  port: string;
  values: [Values, Values];
}

export interface VertexDifference {
  vertex: string;
  sides: [Side, Side];
  parts: Part[];
  ports: PortDifference[];
  /** Nothing differs, and nothing is unknown. */
  equal: boolean;
}

export interface RunDifference {
  vertices: VertexDifference[];
  /** Edges crossed only by the first, and only by the second run. */
  only: [GraphEdge[], GraphEdge[]];
  /** Milliseconds from first to last row. */
  took: [number, number];
  /** MIST; null when unknown. */
  cost: [bigint | null, bigint | null];
  clocks: [RunClock['clock'], RunClock['clock']];
  statuses: [string | null, string | null];
}

const byIteration = (a: Visit, b: Visit) =>
  Number((a.iteration ?? 0n) - (b.iteration ?? 0n)) || a.begun - b.begun;

function portsOf(
  visits: readonly Visit[],
  valuesOf: (visit: Visit) => Iterable<readonly [string, Values]>,
): Ports {
  const ports = new Map<string, Values>();
  for (const visit of visits)
    for (const [port, values] of valuesOf(visit)) ports.set(port, [...(ports.get(port) ?? []), ...values]);
  return ports;
}

function sideOf(
  { replay, clock, incidents }: Compared,
  vertex: string,
  costs: ReadonlyMap<string | null, bigint>,
): Side {
  const { end } = replay;
  const run = end.state?.vertices.get(vertex);
  const visits = end.visits.filter((visit) => visit.vertex === vertex).sort(byIteration);
  const reasons = incidents
    .filter((incident) => incident.vertex === vertex)
    .flatMap((incident) => incident.reasons);
  const ended = visits.flatMap(({ begun, ended: at }) =>
    at === null ? [] : [(clock.times[at] ?? 0) - (clock.times[begun] ?? 0)],
  );
  return {
    state: run?.state ?? 'not_reached',
    visits: visits.length,
    variants: [...(run?.variants ?? [])].sort(),
    reasons: [...new Set(reasons)].sort(),
    inputs: portsOf(visits, (visit) =>
      [...inputsOf(visit, end.crossings)].map(([port, list]) => [port, list.map(({ value }) => value)]),
    ),
    outputs: portsOf(visits, ({ ports }) =>
      Object.entries(ports ?? {}).map(([port, value]) => [port, [value]]),
    ),
    took: ended.length === 0 ? null : ended.reduce((sum, each) => sum + each, 0),
    cost: replay.account.spends.length === 0 ? null : (costs.get(vertex) ?? 0n),
  };
}

function costsOf({ replay }: Compared): Map<string | null, bigint> {
  const costs = costsByVertex(replay.moments, replay.account.spends, replay.graph, null);
  return new Map(costs.map((cost) => [cost.vertex, totalFees(cost)]));
}

function spent({ replay }: Compared): bigint | null {
  const { fees } = replay.end.money;
  return fees === null || replay.account.spends.length === 0 ? null : totalFees(fees);
}

const length = ({ clock: { times } }: Compared) => (times.at(-1) ?? 0) - (times[0] ?? 0);

const asText = (value: unknown) => stringifyJson(value);

function portDifferences(
  direction: PortDifference['direction'],
  ports: Ports,
  otherPorts: Ports,
): PortDifference[] {
  return [...new Set([...ports.keys(), ...otherPorts.keys()])].flatMap((port): PortDifference[] => {
    const values: PortDifference['values'] = [ports.get(port) ?? [], otherPorts.get(port) ?? []];
    return asText(values[0]) === asText(values[1]) ? [] : [{ direction, port, values }];
  });
}

/** Whether everything is known; an unvisited vertex cost nothing. */
const isKnown = ({ state, visits, cost }: Side) => state !== 'unknown' && (visits === 0 || cost !== null);

function differenceOf(vertex: string, sides: [Side, Side], isOneClock: boolean): VertexDifference {
  const [side, otherSide] = sides;
  const ports = [
    ...portDifferences('input', side.inputs, otherSide.inputs),
    ...portDifferences('output', side.outputs, otherSide.outputs),
  ];
  const pathOf = ({ state, visits, variants }: Side) => asText([state, visits, variants]);
  const differs: Readonly<Record<Part, boolean>> = {
    path: pathOf(side) !== pathOf(otherSide),
    reason: asText(side.reasons) !== asText(otherSide.reasons),
    inputs: ports.some(({ direction }) => direction === 'input'),
    outputs: ports.some(({ direction }) => direction === 'output'),
    time: side.took !== otherSide.took || (side.took !== null && !isOneClock),
    cost: side.cost !== otherSide.cost,
  };
  const parts = PARTS.filter((part) => differs[part]);
  return { vertex, sides, parts, ports, equal: parts.length === 0 && sides.every(isKnown) };
}

/** Null when the two executed different DAGs. */
export function compareRuns(a: Compared, b: Compared): RunDifference | null {
  const { structure } = a.replay.run;
  if (structure === null || structure.object_id !== b.replay.run.structure?.object_id) return null;
  const costs = [costsOf(a), costsOf(b)] as const;
  const isOneClock = a.clock.clock === b.clock.clock;
  const vertices = (a.replay.graph?.vertices ?? []).map(({ name: vertex }) =>
    differenceOf(vertex, [sideOf(a, vertex, costs[0]), sideOf(b, vertex, costs[1])], isOneClock),
  );
  const crossed = ({ replay }: Compared) => new Map(replay.end.crossings.map(({ edge }) => [edge.key, edge]));
  const [crossedByA, crossedByB] = [crossed(a), crossed(b)];
  const without = (some: typeof crossedByA, others: typeof crossedByA) =>
    [...some.values()].filter(({ key }) => !others.has(key));
  return {
    vertices,
    only: [without(crossedByA, crossedByB), without(crossedByB, crossedByA)],
    took: [length(a), length(b)],
    cost: [spent(a), spent(b)],
    clocks: [a.clock.clock, b.clock.clock],
    statuses: [a.replay.end.status, b.replay.end.status],
  };
}
