// The walks of an execution, derived as the index does, and their visits: one walk at one vertex in one iteration.
// Invariant: an advanced walk waits until another is requested or the run ends; an ended visit is followed by a new round only
// at a vertex on a loop.
import { FAILED_VARIANT } from '@/lib/contract/failure-cause';
import { unfinishedStatus, type ExecutionEvent, type walkStates } from '@/lib/contract/executions';
import type { PortDataMap } from '@/lib/contract/port-data';
import type { Step, StepState } from '@/lib/dag/run-state';

type WalkState = (typeof walkStates)[number];

export interface WalkAt {
  walk_index: bigint;
  /** `unknown`: it must exist, but none of its events was recorded so far. */
  state: WalkState | 'unknown';
  vertex: string | null;
  iteration: bigint | null;
  variant: string | null;
  /** It has advanced and not been requested again. */
  waiting: boolean;
}

export type Phase = 'required' | 'requested' | 'committed' | 'verified' | 'settled';

export interface Visit extends Step {
  key: string;
  /** Counts repetitions of a loop that does not raise the iteration; otherwise 0. */
  round: number;
  /** Indexes into the moments. */
  begun: number;
  last: number;
  ended: number | null;
  phases: { phase: Phase; at: number }[];
  /** The first recorded event is not a request, so the start is unknown. */
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

/** The effect of an event on its walk and visit. */
interface Effect {
  walk?: WalkState;
  visit: StepState;
  phase?: Phase;
}

const EFFECTS: ReadonlyMap<string, Effect> = new Map(
  Object.entries<Effect>({
    InvocationAuthorizationRequired: { walk: 'active', visit: 'active', phase: 'required' },
    AgentVertexAuthorizationRequired: { visit: 'active' },
    RequestWalkExecution: { walk: 'active', visit: 'active', phase: 'requested' },
    CommittedToolResult: { walk: 'pending_settlement', visit: 'pending', phase: 'committed' },
    ToolVerificationResolved: { visit: 'pending', phase: 'verified' },
    WalkAdvanced: { walk: 'active', visit: 'done', phase: 'settled' },
    EndStateReached: { walk: 'successful', visit: 'done', phase: 'settled' },
    TerminalErrEvalRecorded: { visit: 'failed' },
    WalkFailed: { walk: 'failed', visit: 'failed', phase: 'settled' },
    WalkPendingAbort: { walk: 'pending_abort', visit: 'pending' },
    WalkAborted: { walk: 'aborted', visit: 'failed', phase: 'settled' },
    WalkCancelled: { walk: 'cancelled', visit: 'cancelled', phase: 'settled' },
  }),
);

/** Whether the event requests a vertex, and so begins a visit. */
export function isRequest(event_type: string): boolean {
  return EFFECTS.get(event_type)?.visit === 'active';
}

/** Whether the event leaves the visit failed. */
export function failsVisit({ event_type, variant }: Pick<ExecutionEvent, 'event_type' | 'variant'>): boolean {
  const state = EFFECTS.get(event_type)?.visit;
  return state === 'failed' || (state === 'done' && variant === FAILED_VARIANT);
}

export function carriesResult(event_type: string): boolean {
  return EFFECTS.get(event_type)?.visit === 'done';
}

const UNDER_WAY: ReadonlySet<WalkAt['state']> = new Set(['active', 'pending_settlement', 'pending_abort']);

export function isUnderWay({ state }: WalkAt): boolean {
  return UNDER_WAY.has(state);
}

export type Walks = Map<bigint, WalkAt>;

function consume(walks: Walks, except: bigint | null): void {
  for (const [index, walk] of walks)
    if (walk.waiting && index !== except) walks.set(index, { ...walk, state: 'consumed', waiting: false });
}

/** Applies one event; event types that do not concern walks are ignored. */
export function walkEvent(walks: Walks, event: ExecutionEvent): void {
  const state = EFFECTS.get(event.event_type)?.walk;
  if (state === undefined) return;
  const { walk_index } = event;
  const requested = isRequest(event.event_type);
  if (requested) consume(walks, walk_index);
  walks.set(walk_index, {
    walk_index,
    state,
    vertex: event.vertex_name,
    iteration: event.vertex_iteration,
    variant: event.variant ?? (requested ? null : (walks.get(walk_index)?.variant ?? null)),
    waiting: event.event_type === 'WalkAdvanced',
  });
}

/** Ends the run: waiting walks are consumed. */
export function endWalks(walks: Walks): void {
  consume(walks, null);
}

/** The status an index derives from these walks before the execution ends. */
export function statusOf(walks: Iterable<WalkAt>): string {
  return unfinishedStatus(new Set([...walks].map(({ state }) => state)));
}

/** Key of a walk at a vertex in an iteration, in any round. */
export function visitPlace(walk_index: bigint, vertex: string, iteration: bigint | null): string {
  return JSON.stringify([String(walk_index), vertex, String(iteration)]);
}

/** The same key for a row. */
export function placeOf(
  row: Pick<ExecutionEvent, 'walk_index' | 'vertex_name' | 'vertex_iteration'>,
): string {
  return visitPlace(row.walk_index, row.vertex_name, row.vertex_iteration);
}

/** Visits by key, in order of their first event. */
export type Visits = Map<string, Visit>;

/** The visit an event belongs to, begun if there is none. */
function visitOf(visits: Visits, event: ExecutionEvent, at: number, loops: ReadonlySet<string>): Visit {
  const place = placeOf(event);
  const key = (round: number) => `${place} ${round}`;
  const requested = isRequest(event.event_type);
  let round = 0;
  while (visits.has(key(round + 1))) round += 1;
  const latest = visits.get(key(round));
  if (latest !== undefined) {
    const again = latest.ended !== null && requested && loops.has(event.vertex_name);
    if (!again) return latest;
    round += 1;
  }
  const visit: Visit = {
    key: key(round),
    vertex: event.vertex_name,
    iteration: event.vertex_iteration,
    walk_index: event.walk_index,
    round,
    state: 'active',
    variant: null,
    begun: at,
    last: at,
    ended: null,
    phases: [],
    partial: !requested,
    leader: null,
    primary_evidence: null,
    secondary_evidence: null,
    failure_reason: null,
    ports: undefined,
  };
  visits.set(visit.key, visit);
  return visit;
}

/** Applies the event at index `at`. `loops`: the vertices on a loop. */
export function visitEvent(
  visits: Visits,
  event: ExecutionEvent,
  at: number,
  loops: ReadonlySet<string>,
): void {
  const effect = EFFECTS.get(event.event_type);
  if (effect === undefined) return;
  const { visit: state, phase } = effect;
  const visit = visitOf(visits, event, at, loops);
  if (phase !== undefined && !visit.phases.some((before) => before.phase === phase))
    visit.phases.push({ phase, at });
  visit.last = at;
  visit.leader = event.leader ?? visit.leader;
  visit.primary_evidence = event.has_primary_failure_evidence ?? visit.primary_evidence;
  visit.secondary_evidence = event.has_secondary_failure_evidence ?? visit.secondary_evidence;
  visit.failure_reason = event.failure_reason ?? visit.failure_reason;
  if (carriesResult(event.event_type)) visit.ports = event.ports_data;
  if (visit.ended !== null && isRequest(event.event_type)) return;
  visit.state = failsVisit(event) ? 'failed' : state;
  visit.variant = event.variant ?? visit.variant;
  if (phase === 'settled') visit.ended = at;
}
