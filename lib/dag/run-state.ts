// From a structure and the events of one execution to the state of every vertex: the first overlay of a run on the graph.
// Invariant: pure, and independent of the order of the list (event ids give the order); events that name no vertex of the graph change nothing on it.
// A step is one walk at one vertex in one iteration; a vertex is told by its steps. Rules: lifecycle 3, index-mapping 2.8.
import type { ExecutionEvent } from '@/lib/contract/executions';
import type { FlowGraph } from './flow-graph';

/** In the order in which they win when a vertex has steps of several states. */
export const stepStates = ['active', 'pending', 'failed', 'cancelled', 'done'] as const;
export type StepState = (typeof stepStates)[number];
export type VertexState = StepState | 'not_reached';

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
}

export interface RunState {
  vertices: Map<string, VertexRun>;
  /** How many vertices are in each state. */
  totals: Record<VertexState, number>;
  /** Steps at vertices that the structure does not have. */
  elsewhere: Step[];
}

/** The reserved variant of a failed evaluation: the walk may go on from it, the vertex has failed all the same. */
const FAILED_VARIANT = '_err_eval';

const STATE_AFTER: Readonly<Record<string, StepState>> = {
  InvocationAuthorizationRequired: 'active',
  AgentVertexAuthorizationRequired: 'active',
  RequestWalkExecution: 'active',
  CommittedToolResult: 'pending',
  ToolVerificationResolved: 'pending',
  WalkAdvanced: 'done',
  EndStateReached: 'done',
  TerminalErrEvalRecorded: 'failed',
  WalkFailed: 'failed',
  WalkPendingAbort: 'pending',
  WalkAborted: 'failed',
  WalkCancelled: 'cancelled',
};

function noCounts(): Record<StepState, number> {
  return { active: 0, pending: 0, failed: 0, cancelled: 0, done: 0 };
}

/** The steps of a run as the events up to now leave them, in the order in which they began. */
export function stepsOf(events: readonly ExecutionEvent[]): Step[] {
  const steps = new Map<string, Step>();
  for (const event of [...events].sort((a, b) => a.id - b.id)) {
    const state = STATE_AFTER[event.event_type];
    if (state === undefined) continue;
    const { vertex_name: vertex, vertex_iteration: iteration, walk_index } = event;
    const key = JSON.stringify([vertex, String(iteration), String(walk_index)]);
    const step = steps.get(key) ?? {
      vertex,
      iteration,
      walk_index,
      state,
      variant: null,
      event_id: event.id,
    };
    step.state = state === 'done' && event.variant === FAILED_VARIANT ? 'failed' : state;
    step.variant = event.variant ?? step.variant;
    step.event_id = event.id;
    steps.set(key, step);
  }
  return [...steps.values()];
}

export function runState(graph: FlowGraph, events: readonly ExecutionEvent[]): RunState {
  const vertices = new Map<string, VertexRun>(
    graph.vertices.map(({ name }) => [
      name,
      { state: 'not_reached', counts: noCounts(), steps: [], variants: [] },
    ]),
  );
  const elsewhere: Step[] = [];
  for (const step of stepsOf(events)) {
    const run = vertices.get(step.vertex);
    if (!run) {
      elsewhere.push(step);
      continue;
    }
    run.steps.push(step);
    run.counts[step.state] += 1;
    if (step.variant !== null && !run.variants.includes(step.variant)) run.variants.push(step.variant);
  }
  const totals: RunState['totals'] = { not_reached: 0, ...noCounts() };
  for (const run of vertices.values()) {
    run.state = stepStates.find((state) => run.counts[state] > 0) ?? 'not_reached';
    totals[run.state] += 1;
  }
  return { vertices, totals, elsewhere };
}

const WORDS: Record<VertexState, string> = {
  active: 'running',
  pending: 'settling',
  failed: 'failed',
  cancelled: 'cancelled',
  done: 'done',
  not_reached: 'not reached',
};

export function vertexStateWord(state: VertexState): string {
  return WORDS[state];
}

/** What stands on the card: the state, or how many of several steps are done. */
export function vertexRunLabel({ state, steps, counts }: VertexRun): string {
  if (steps.length <= 1) return WORDS[state];
  if (state === 'done') return `done ×${steps.length}`;
  return `${counts.done}/${steps.length} done`;
}

/** The whole of it in a sentence: `summarise: running, 4 steps: 1 running, 3 done`. */
export function vertexRunText(name: string, { state, steps, counts }: VertexRun): string {
  if (steps.length <= 1) return `${name}: ${WORDS[state]}`;
  const parts = stepStates.flatMap((each) => (counts[each] > 0 ? [`${counts[each]} ${WORDS[each]}`] : []));
  return `${name}: ${WORDS[state]}, ${steps.length} steps: ${parts.join(', ')}`;
}
