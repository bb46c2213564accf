// The state of a run on the graph: each vertex by its steps, each edge by what crossed it. replay.ts computes it.
// Invariant: pure; a step at a vertex the structure lacks stays visible in `elsewhere`.
import { isolated } from '@/lib/text/foreign-text';
import type { FlowGraph } from './flow-graph';

/** By precedence, for a vertex with steps in several states. */
export const stepStates = ['active', 'pending', 'failed', 'cancelled', 'done'] as const;
export type StepState = (typeof stepStates)[number];
/** `not_by_walk`: only other walks reached it. `unknown`: nothing recorded, and the record has gaps. */
export const vertexStates = [...stepStates, 'not_by_walk', 'not_reached', 'unknown'] as const;
export type VertexState = (typeof vertexStates)[number];
/** The state of a vertex without a step. */
export type UnseenState = Exclude<VertexState, StepState>;

/** One walk at one vertex in one iteration. */
export interface Step {
  vertex: string;
  iteration: bigint | null;
  walk_index: bigint;
  state: StepState;
  /** The variant the vertex ended on, if it has ended. */
  variant: string | null;
}

export interface VertexRun {
  state: VertexState;
  counts: Record<StepState, number>;
  steps: Step[];
  variants: string[];
  /** On a folded vertex: how many of its members are in each state. */
  members?: Record<VertexState, number>;
}

export interface EdgeRun {
  /** How often it was crossed. */
  crossed: number;
  /** for_each: values split; collect: results arrived along this edge. */
  done: number;
  /** for_each and collect: total expected; null when unknown or not applicable. */
  total: number | null;
  /** collect: its target port, and the results that arrived there along any edge. */
  port?: { key: string; arrived: number };
}

export interface RunState {
  vertices: Map<string, VertexRun>;
  /** By edge key; uncrossed edges are absent. */
  edges: Map<string, EdgeRun>;
  /** Edges crossed at this moment, where the token moves. */
  moving: Set<string>;
  /** The current step; a new one restarts the token animation. */
  step: number;
  totals: Record<VertexState, number>;
  /** Steps at vertices the structure does not have. */
  elsewhere: Step[];
}

export function noCounts(): Record<StepState, number> {
  return { active: 0, pending: 0, failed: 0, cancelled: 0, done: 0 };
}

export function noTotals(): Record<VertexState, number> {
  return { not_by_walk: 0, not_reached: 0, unknown: 0, ...noCounts() };
}

/** Whether the vertex is drawn without state colour or label. */
export function isQuiet(state: VertexState): boolean {
  return state === 'not_reached' || state === 'not_by_walk';
}

/** `unseen` gives the state of a vertex without steps. */
export function runState(
  graph: FlowGraph,
  steps: Iterable<Step>,
  edges: RunState['edges'],
  { moving, step }: Pick<RunState, 'moving' | 'step'>,
  unseen: (vertex: string) => UnseenState,
): RunState {
  const vertices = new Map<string, VertexRun>(
    graph.vertices.map(({ name }) => [
      name,
      { state: unseen(name), counts: noCounts(), steps: [], variants: [] },
    ]),
  );
  const elsewhere: Step[] = [];
  for (const step of steps) {
    const run = vertices.get(step.vertex);
    if (!run) {
      elsewhere.push(step);
      continue;
    }
    run.steps.push(step);
    run.counts[step.state] += 1;
    if (step.variant !== null && !run.variants.includes(step.variant)) run.variants.push(step.variant);
  }
  const totals: RunState['totals'] = noTotals();
  for (const run of vertices.values()) {
    run.state = stepStates.find((state) => run.counts[state] > 0) ?? run.state;
    totals[run.state] += 1;
  }
  return { vertices, edges, moving, step, totals, elsewhere };
}

const WORDS: Record<VertexState, string> = {
  active: 'running',
  pending: 'settling',
  failed: 'failed',
  cancelled: 'cancelled',
  done: 'settled',
  not_by_walk: 'other walks only',
  not_reached: 'not reached',
  unknown: 'unknown',
};

export function vertexStateWord(state: VertexState): string {
  return WORDS[state];
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);

/** The label on a card: the state, or how many steps or members are done. */
export function vertexRunLabel({ state, steps, counts, members }: VertexRun): string {
  if (members) return `${members.done}/${sum(members)} ${WORDS.done}`;
  if (steps.length <= 1) return WORDS[state];
  if (state === 'done') return `${WORDS.done} ×${steps.length}`;
  return `${counts.done}/${steps.length} ${WORDS.done}`;
}

/** The states that occur among folded members, with counts. */
export function memberStates(members: Record<VertexState, number>): { state: VertexState; count: number }[] {
  return vertexStates.flatMap((state) => (members[state] > 0 ? [{ state, count: members[state] }] : []));
}

/** `summarise: running, 4 steps: 1 running, 3 settled` */
export function vertexRunText(name: string, { state, steps, counts, members }: VertexRun): string {
  if (members) {
    const words = memberStates(members).map((each) => `${each.count} ${WORDS[each.state]}`);
    return `${isolated(name)}: ${sum(members)} vertices, ${words.join(', ')}`;
  }
  if (steps.length <= 1) return `${isolated(name)}: ${WORDS[state]}`;
  const parts = stepStates.flatMap((each) => (counts[each] > 0 ? [`${counts[each]} ${WORDS[each]}`] : []));
  return `${isolated(name)}: ${WORDS[state]}, ${steps.length} steps: ${parts.join(', ')}`;
}

/** The count on an edge label: `×4` for a fan-out or loop, `3/4` for a collect. */
export function edgeRunLabel(kind: string, run: EdgeRun | undefined): string | null {
  if (run === undefined) return null;
  if (kind === 'for_each') return run.crossed === 0 ? null : `×${run.total ?? '?'}`;
  if (kind === 'collect')
    return run.done === 0 && run.total !== null && run.port?.arrived === run.total
      ? null
      : `${run.done}/${run.total ?? '?'}`;
  if (kind === 'do_while') return `×${run.crossed}`;
  return null;
}

/** For the table view: `never`, `3 times, 3 of 4 arrived`; results from other edges to the same port come last. */
export function edgeRunText(kind: string, run: EdgeRun | undefined): string {
  if (run === undefined || (run.crossed === 0 && kind !== 'collect')) return 'never';
  const times = run.crossed === 1 ? 'once' : `${run.crossed} times`;
  if (kind === 'for_each')
    return `${times}, ${run.total ?? 'an unknown number of'} ${run.total === 1 ? 'value' : 'values'}`;
  if (kind !== 'collect') return times;
  const all = run.total ?? 'an unknown number';
  const others = (run.port?.arrived ?? run.done) - run.done;
  const beside = others === 0 ? '' : `; ${others} of ${all} arrived along other edges`;
  if (run.crossed === 0) return others === 0 ? `never, 0 of ${all} arrived` : `never${beside}`;
  return `${times}, ${run.done} of ${all} arrived${beside}`;
}
