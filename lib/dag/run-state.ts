// The state of a run as it lies on the graph: of every vertex by the steps at it, of every edge by what went along it. The replay works it out
// for any moment (replay/replay.ts); here are the shape, the rule that makes one state of many steps, and the words.
// Invariant: pure; a step names its vertex, and one at a vertex that the structure does not have stays visible as `elsewhere`. Lifecycle 3.
import type { FlowGraph } from './flow-graph';

/** In the order in which they win when a vertex has steps of several states. */
export const stepStates = ['active', 'pending', 'failed', 'cancelled', 'done'] as const;
export type StepState = (typeof stepStates)[number];
/**
 * In the same order. `not_by_walk`: one walk is looked at alone, and others came here, not this one. `unknown`: nothing of the vertex was recorded,
 * and the record has gaps, so it may well have run.
 */
export const vertexStates = [...stepStates, 'not_by_walk', 'not_reached', 'unknown'] as const;
export type VertexState = (typeof vertexStates)[number];
/** Of a vertex without a step. */
export type UnseenState = Exclude<VertexState, StepState>;

/** One walk at one vertex in one iteration. */
export interface Step {
  vertex: string;
  iteration: bigint | null;
  walk_index: bigint;
  state: StepState;
  /** The variant the vertex ended on, once it did. */
  variant: string | null;
  /** Log id of the event that gave the state. */
  event_id: number;
}

export interface VertexRun {
  state: VertexState;
  counts: Record<StepState, number>;
  steps: Step[];
  /** Variants that steps of this vertex ended on. */
  variants: string[];
  /** Where vertices are folded into this one: how many of them are in each state. */
  members?: Record<VertexState, number>;
}

export interface EdgeRun {
  /** How many times values went along it. */
  crossed: number;
  /** Of a fan-out the values it split; of a collect the results that have arrived along it. */
  done: number;
  /** Of a fan-out or a collect how many there are; null elsewhere, and where it is not known. */
  total: number | null;
  /** Of a collect: the port it leads to, and the results that have arrived there along whatever edge. */
  port?: { key: string; arrived: number };
}

export interface RunState {
  vertices: Map<string, VertexRun>;
  /** By edge key; an edge that nothing went along is not in it. */
  edges: Map<string, EdgeRun>;
  /** Edges that the present moment went along: where the token moves. */
  moving: Set<string>;
  /** The step that is shown; another one starts its tokens anew. */
  step: number;
  /** How many vertices are in each state. */
  totals: Record<VertexState, number>;
  /** Steps at vertices that the structure does not have. */
  elsewhere: Step[];
}

export function noCounts(): Record<StepState, number> {
  return { active: 0, pending: 0, failed: 0, cancelled: 0, done: 0 };
}

export function noTotals(): Record<VertexState, number> {
  return { not_by_walk: 0, not_reached: 0, unknown: 0, ...noCounts() };
}

/** Whether a run says nothing of a vertex: no word and no colour stands on it then. */
export function isQuiet(state: VertexState): boolean {
  return state === 'not_reached' || state === 'not_by_walk';
}

/** Lays steps over a graph. `unseen`: the state of a vertex without steps. */
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
  done: 'done',
  not_by_walk: 'not by this walk',
  not_reached: 'not reached',
  unknown: 'unknown',
};

export function vertexStateWord(state: VertexState): string {
  return WORDS[state];
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);

/** What stands on the card: the state, or how many of several steps, or of the folded vertices, are done. */
export function vertexRunLabel({ state, steps, counts, members }: VertexRun): string {
  if (members) return `${members.done}/${sum(members)} done`;
  if (steps.length <= 1) return WORDS[state];
  if (state === 'done') return `done ×${steps.length}`;
  return `${counts.done}/${steps.length} done`;
}

/** The states of folded vertices that occur, and how many are in each. */
export function memberStates(members: Record<VertexState, number>): { state: VertexState; count: number }[] {
  return vertexStates.flatMap((state) => (members[state] > 0 ? [{ state, count: members[state] }] : []));
}

/** The whole of it in a sentence: `summarise: running, 4 steps: 1 running, 3 done`. */
export function vertexRunText(name: string, { state, steps, counts, members }: VertexRun): string {
  if (members) {
    const words = memberStates(members).map((each) => `${each.count} ${WORDS[each.state]}`);
    return `${name}: of ${sum(members)} vertices ${words.join(', ')}`;
  }
  if (steps.length <= 1) return `${name}: ${WORDS[state]}`;
  const parts = stepStates.flatMap((each) => (counts[each] > 0 ? [`${counts[each]} ${WORDS[each]}`] : []));
  return `${name}: ${WORDS[state]}, ${steps.length} steps: ${parts.join(', ')}`;
}

/** What stands behind the kind of an edge: `×4` of a fan-out, `3/4` of a collect, how often a loop was taken. Nothing where all came along other edges. */
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

/** The same for a table: `nothing yet`, `3 times, 3 of 4 arrived`; what other edges brought to the same port is told apart. */
export function edgeRunText(kind: string, run: EdgeRun | undefined): string {
  if (run === undefined || (run.crossed === 0 && kind !== 'collect')) return 'nothing yet';
  const times = run.crossed === 1 ? 'once' : `${run.crossed} times`;
  if (kind === 'for_each')
    return `${times}, ${run.total ?? 'an unknown number of'} ${run.total === 1 ? 'value' : 'values'}`;
  if (kind !== 'collect') return times;
  const all = run.total ?? 'an unknown number';
  const others = (run.port?.arrived ?? run.done) - run.done;
  const beside = others === 0 ? '' : `; ${others} of ${all} came to the port along other edges`;
  if (run.crossed === 0) return others === 0 ? `nothing yet, 0 of ${all} arrived` : `nothing${beside}`;
  return `${times}, ${run.done} of ${all} arrived${beside}`;
}
