// The walks of an execution after its events, by the rule an index reports them, so that the last step equals `/walks`.
// Invariant: an advanced walk waits for its next request; once another walk is requested, or the run ends, it is consumed.
import type { ExecutionEvent, walkStates } from '@/lib/contract/executions';

export type WalkState = (typeof walkStates)[number];

export interface WalkAt {
  walk_index: bigint;
  /** `unknown`: it must exist, but none of its events was recorded so far. */
  state: WalkState | 'unknown';
  vertex: string | null;
  iteration: bigint | null;
  variant: string | null;
  /** It has advanced and not been requested again. */
  waiting: boolean;
  /** Log id of the event that set the state; null if unknown. */
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

/** Applies one event; event types that do not concern walks are ignored. */
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

/** Ends the run: waiting walks are consumed. */
export function endWalks(walks: Walks): void {
  consume(walks, null);
}

/** The execution status an index derives from these walks. */
export function statusOf(walks: Iterable<WalkAt>, ended: boolean): string {
  const states = new Set([...walks].map(({ state }) => state));
  if (ended) return states.has('aborted') ? 'aborted' : states.has('failed') ? 'failed' : 'succeeded';
  if (states.has('active')) return 'running';
  return states.has('pending_settlement') ? 'pending_settlement' : 'running';
}
