// Visits: one walk at one vertex in one iteration, from the request to the settlement; the bars of the timeline and the steps of a vertex.
// Invariant: an event changes one visit; a visit that has ended is opened again only as a new round, at a vertex that lies on a loop.
// A late request never reopens what is over. Rules: lifecycle 3.2, 3.3, 3.6.
import type { ExecutionEvent } from '@/lib/contract/executions';
import type { PortDataMap } from '@/lib/contract/port-data';
import type { Step, StepState } from '@/lib/dag/run-state';
import { isRequest } from './walks';

export const phases = ['asked', 'requested', 'committed', 'verified', 'settled'] as const;
export type Phase = (typeof phases)[number];

export interface Visit extends Step {
  key: string;
  /** Counts the rounds of a loop that does not raise the iteration; 0 elsewhere. */
  round: number;
  /** Places in the list of moments. */
  begun: number;
  last: number;
  ended: number | null;
  phases: { phase: Phase; at: number }[];
  /** The first event of it that was recorded is not its request: the beginning is not known. */
  partial: boolean;
  /** Cap of the leader that committed the result. */
  leader: string | null;
  /** What the commit said about evidence against the leaders; null before it, or where it was not said. */
  primary_evidence: boolean | null;
  secondary_evidence: boolean | null;
  failure_reason: string | null;
  /** The answer: undefined before there is one, null when no port survived rendering. */
  ports: PortDataMap | null | undefined;
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

const PHASE_AFTER: Readonly<Record<string, Phase>> = {
  InvocationAuthorizationRequired: 'asked',
  RequestWalkExecution: 'requested',
  CommittedToolResult: 'committed',
  ToolVerificationResolved: 'verified',
  WalkAdvanced: 'settled',
  EndStateReached: 'settled',
  WalkFailed: 'settled',
  WalkAborted: 'settled',
  WalkCancelled: 'settled',
};

const ANSWERS = new Set(['WalkAdvanced', 'EndStateReached']);

export function carriesAnswer(event_type: string): boolean {
  return ANSWERS.has(event_type);
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

/** Visits by key, in the order in which they began. */
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

/** Takes the event at place `at` in. `loops`: names of the vertices that lie on a loop. */
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
  if (carriesAnswer(event.event_type)) visit.ports = event.ports_data;
  if (visit.ended !== null && isRequest(event.event_type)) return;
  visit.state = state === 'done' && event.variant === FAILED_VARIANT ? 'failed' : state;
  visit.variant = event.variant ?? visit.variant;
  visit.event_id = event.id;
  if (phase === 'settled') visit.ended = at;
}
