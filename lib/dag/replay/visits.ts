// Visits: one walk at one vertex in one iteration, from request to settlement; the bars of the timeline.
// Invariant: an event changes one visit; an ended visit is followed by a new round only at a vertex on a loop.
import type { ExecutionEvent } from '@/lib/contract/executions';
import type { PortDataMap } from '@/lib/contract/port-data';
import type { Step, StepState } from '@/lib/dag/run-state';
import { isRequest } from './walks';

export const phases = ['required', 'requested', 'committed', 'verified', 'settled'] as const;
export type Phase = (typeof phases)[number];

export interface Visit extends Step {
  key: string;
  /** Counts repetitions of a loop that does not raise the iteration; otherwise 0. */
  round: number;
  /** Indexes into the moments. */
  begun: number;
  last: number;
  ended: number | null;
  phases: { phase: Phase; at: number }[];
  /** Its first recorded event is not a request, so its start is unknown. */
  partial: boolean;
  /** Cap of the leader that committed the result. */
  leader: string | null;
  /** Evidence flags of the commit; null before it or if absent. */
  primary_evidence: boolean | null;
  secondary_evidence: boolean | null;
  failure_reason: string | null;
  /** The result: undefined before there is one, null when no port could be rendered. */
  ports: PortDataMap | null | undefined;
}

/** The reserved variant of a failed evaluation; the walk may still go on. */
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

const PHASE_AFTER: Readonly<Record<string, Phase>> = {
  InvocationAuthorizationRequired: 'required',
  RequestWalkExecution: 'requested',
  CommittedToolResult: 'committed',
  ToolVerificationResolved: 'verified',
  WalkAdvanced: 'settled',
  EndStateReached: 'settled',
  WalkFailed: 'settled',
  WalkAborted: 'settled',
  WalkCancelled: 'settled',
};

const RESULTS = new Set(['WalkAdvanced', 'EndStateReached']);

export function carriesResult(event_type: string): boolean {
  return RESULTS.has(event_type);
}

export function visitKey(
  {
    vertex_name,
    vertex_iteration,
    walk_index,
  }: Pick<ExecutionEvent, 'vertex_name' | 'vertex_iteration' | 'walk_index'>,
  round = 0,
): string {
  return JSON.stringify([vertex_name, String(vertex_iteration), String(walk_index), round]);
}

/** Visits by key, in order of their first event. */
export type Visits = Map<string, Visit>;

function latest(visits: Visits, event: ExecutionEvent): Visit | undefined {
  let found: Visit | undefined;
  for (let round = 0; ; round += 1) {
    const visit = visits.get(visitKey(event, round));
    if (visit === undefined) return found;
    found = visit;
  }
}

function opened(visits: Visits, event: ExecutionEvent, at: number, loops: ReadonlySet<string>): Visit {
  const visit = latest(visits, event);
  const again =
    typeof visit?.ended === 'number' && isRequest(event.event_type) && loops.has(event.vertex_name);
  if (visit !== undefined && !again) return visit;
  const round = visit === undefined ? 0 : visit.round + 1;
  const made: Visit = {
    key: visitKey(event, round),
    vertex: event.vertex_name,
    iteration: event.vertex_iteration,
    walk_index: event.walk_index,
    round,
    state: 'active',
    variant: null,
    event_id: event.id,
    begun: at,
    last: at,
    ended: null,
    phases: [],
    partial: !isRequest(event.event_type),
    leader: null,
    primary_evidence: null,
    secondary_evidence: null,
    failure_reason: null,
    ports: undefined,
  };
  visits.set(made.key, made);
  return made;
}

/** Applies the event at index `at`. `loops`: the vertices on a loop. */
export function visitEvent(
  visits: Visits,
  event: ExecutionEvent,
  at: number,
  loops: ReadonlySet<string>,
): void {
  const state = STATE_AFTER[event.event_type];
  if (state === undefined) return;
  const visit = opened(visits, event, at, loops);
  const phase = PHASE_AFTER[event.event_type];
  if (phase !== undefined && !visit.phases.some((before) => before.phase === phase))
    visit.phases.push({ phase, at });
  visit.last = at;
  visit.leader = event.leader ?? visit.leader;
  visit.primary_evidence = event.has_primary_failure_evidence ?? visit.primary_evidence;
  visit.secondary_evidence = event.has_secondary_failure_evidence ?? visit.secondary_evidence;
  visit.failure_reason = event.failure_reason ?? visit.failure_reason;
  if (carriesResult(event.event_type)) visit.ports = event.ports_data;
  if (visit.ended !== null && isRequest(event.event_type)) return;
  visit.state = state === 'done' && event.variant === FAILED_VARIANT ? 'failed' : state;
  visit.variant = event.variant ?? visit.variant;
  visit.event_id = event.id;
  if (phase === 'settled') visit.ended = at;
}
