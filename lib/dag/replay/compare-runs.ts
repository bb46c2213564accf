// Two executions of one DAG: path, time per vertex, variants and cost of each.
// Invariant: durations use each run's own clock; the two clocks are never mixed.
import type { RunClock } from './clock';
import { costsByVertex, totalFees } from './money';
import type { Replay, RunAt } from './replay';
import type { GraphEdge } from '@/lib/dag/flow-graph';
import type { VertexState } from '@/lib/dag/run-state';

export interface Compared {
  replay: Replay;
  /** The state at the end. */
  end: RunAt;
  clock: RunClock;
}

export interface Side {
  state: VertexState;
  visits: number;
  variants: string[];
  /** Total ms of all visits that ended; null when none did. */
  took: number | null;
  /** Gas, tool and priority fees in MIST; null without recorded fees. */
  cost: bigint | null;
}

export interface VertexDifference {
  vertex: string;
  sides: [Side, Side];
  /** Different state, visits or variants. */
  differs: boolean;
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

function sideOf(
  { replay, end, clock }: Compared,
  vertex: string,
  costs: ReadonlyMap<string | null, bigint>,
): Side {
  const run = end.state?.vertices.get(vertex);
  const visits = end.visits.filter((visit) => visit.vertex === vertex);
  const ended = visits.flatMap(({ begun, ended: at }) =>
    at === null ? [] : [(clock.times[at] ?? 0) - (clock.times[begun] ?? 0)],
  );
  return {
    state: run?.state ?? 'not_reached',
    visits: visits.length,
    variants: [...(run?.variants ?? [])].sort(),
    took: ended.length === 0 ? null : ended.reduce((sum, each) => sum + each, 0),
    cost: replay.account.spends.length === 0 ? null : (costs.get(vertex) ?? 0n),
  };
}

function costsOf({ replay }: Compared): Map<string | null, bigint> {
  const costs = costsByVertex(replay.moments, replay.account.spends, replay.graph, null);
  return new Map(costs.map((cost) => [cost.vertex, totalFees(cost)]));
}

function spent({ end, replay }: Compared): bigint | null {
  const { fees } = end.money;
  return fees === null || replay.account.spends.length === 0 ? null : totalFees(fees);
}

const length = ({ clock: { times } }: Compared) => (times.at(-1) ?? 0) - (times[0] ?? 0);

/** Null when the two executed different DAGs. */
export function compareRuns(a: Compared, b: Compared): RunDifference | null {
  const { structure } = a.replay.run;
  if (structure === null || structure.object_id !== b.replay.run.structure?.object_id) return null;
  const costs = [costsOf(a), costsOf(b)] as const;
  const vertices = (a.replay.graph?.vertices ?? []).map(({ name: vertex }): VertexDifference => {
    const sides: [Side, Side] = [sideOf(a, vertex, costs[0]), sideOf(b, vertex, costs[1])];
    const [one, other] = sides;
    const differs =
      one.state !== other.state ||
      one.visits !== other.visits ||
      one.variants.join() !== other.variants.join();
    return { vertex, sides, differs };
  });
  const crossed = ({ end }: Compared) => new Map(end.crossings.map(({ edge }) => [edge.key, edge]));
  const [mine, theirs] = [crossed(a), crossed(b)];
  const without = (some: typeof mine, others: typeof mine) =>
    [...some.values()].filter(({ key }) => !others.has(key));
  return {
    vertices,
    only: [without(mine, theirs), without(theirs, mine)],
    took: [length(a), length(b)],
    cost: [spent(a), spent(b)],
    clocks: [a.clock.clock, b.clock.clock],
    statuses: [a.end.status, b.end.status],
  };
}
