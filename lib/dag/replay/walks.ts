// The walks of an execution as its events leave them. Invariant: the rule is the one by which an index reports them (decisions "walks"), so that the
// last step of a replay and `/executions/{id}/walks` say the same: a walk that advanced waits for its next request; once another is requested
// instead, or the run has ended, it counts as consumed (a walk that is consumed has no event of its own, lifecycle 3.2).
import type { ExecutionEvent, walkStates } from '@/lib/contract/executions';

export type WalkState = (typeof walkStates)[number];

export interface WalkAt {
  walk_index: bigint;
  /** `unknown`: it must have begun, but no event of it was recorded up to here. */
  state: WalkState | 'unknown';
  vertex: string | null;
  iteration: bigint | null;
  variant: string | null;
  /** It advanced and has no request since. */
  waiting: boolean;
  /** Log id of the event that gave the state; null for an unknown one. */
  event_id: number | null;
}

const STATE_AFTER: Readonly<Record<string, WalkState>> = {
  InvocationAuthorizationRequired: 'active',
  RequestWalkExecution: 'active',
  CommittedToolResult: 'pending_settlement',
  WalkAdvanced: 'active',
  EndStateReached: 'successful',
  WalkFailed: 'failed',
  WalkPendingAbort: 'pending_abort',
  WalkAborted: 'aborted',
  WalkCancelled: 'cancelled',
};

export function isRequest(event_type: string): boolean {
  return (
    event_type === 'RequestWalkExecution' ||
    event_type === 'InvocationAuthorizationRequired' ||
    event_type === 'AgentVertexAuthorizationRequired'
  );
}

export type Walks = Map<bigint, WalkAt>;

function consume(walks: Walks, except: bigint | null): void {
  for (const [index, walk] of walks)
    if (walk.waiting && index !== except) walks.set(index, { ...walk, state: 'consumed', waiting: false });
}

/** Takes one event in. Event types that say nothing of a walk change nothing. */
export function walkEvent(walks: Walks, event: ExecutionEvent): void {
  const state = STATE_AFTER[event.event_type];
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
    event_id: event.id,
  });
}

/** The end of the run: nobody waits any more. */
export function endWalks(walks: Walks): void {
  consume(walks, null);
}

/** The status an index gives a run whose walks stand like this (decisions "execution status"). */
export function statusOf(walks: Iterable<WalkAt>, ended: boolean): string {
  const states = new Set([...walks].map(({ state }) => state));
  if (ended) return states.has('aborted') ? 'aborted' : states.has('failed') ? 'failed' : 'succeeded';
  if (states.has('active')) return 'running';
  return states.has('pending_settlement') ? 'pending_settlement' : 'running';
}
