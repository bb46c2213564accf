// Walks of one execution (spec 10.1), kept in its row because one walk's request changes its siblings. Pure.
// A walk that advanced waits for its next request; it is `consumed` when a sibling is requested or the execution ends.
import { vertexColumns } from '@/lib/contract/execution-rows';
import type { Walk, walkStates } from '@/lib/contract/executions';
import type { EventOf } from '@/lib/index-service/log/log-entry';

type WalkState = (typeof walkStates)[number];

/** As stored: integers as text, since the row's JSON is written by a plain writer. */
export interface WalkRecord {
  walk_index: string;
  state: WalkState;
  vertex_name: string | null;
  vertex_iteration: string | null;
  out_of: string | null;
  variant: string | null;
  /** Chain time of its first request, else when the log took it in; null when an earlier part of the history was not seen. */
  started_at: string | null;
  updated_at: string;
  /** It advanced and has no request since. */
  waiting: boolean;
}

export const walkKinds = [
  'RequestWalkExecutionEvent',
  'CommittedToolResultEvent',
  'WalkAdvancedEvent',
  'EndStateReachedEvent',
  'WalkFailedEvent',
  'WalkPendingAbortEvent',
  'WalkAbortedEvent',
  'WalkCancelledEvent',
] as const;
export type WalkEvent = EventOf<(typeof walkKinds)[number]>;

const STATE_AFTER: Record<WalkEvent['kind'], WalkState> = {
  RequestWalkExecutionEvent: 'active',
  CommittedToolResultEvent: 'pending_settlement',
  WalkAdvancedEvent: 'active',
  EndStateReachedEvent: 'successful',
  WalkFailedEvent: 'failed',
  WalkPendingAbortEvent: 'pending_abort',
  WalkAbortedEvent: 'aborted',
  WalkCancelledEvent: 'cancelled',
};

/** The walks after a walk's event, in order of their first appearance. */
export function evolveWalks(walks: readonly WalkRecord[], event: WalkEvent): WalkRecord[] {
  const walk_index = event.payload.walk_index.toString();
  const before = walks.find((walk) => walk.walk_index === walk_index);
  const requested = event.kind === 'RequestWalkExecutionEvent';
  const vertex = vertexColumns(requested ? event.payload.next_vertex : event.payload.vertex);
  const ended = event.kind === 'WalkAdvancedEvent' || event.kind === 'EndStateReachedEvent';
  const firstRequest = requested ? (event.onchain_at ?? event.indexed_at) : null;
  const variantBefore = requested ? null : (before?.variant ?? null);
  const after: WalkRecord = {
    walk_index,
    state: STATE_AFTER[event.kind],
    vertex_name: vertex.vertex_name,
    vertex_iteration: vertex.vertex_iteration?.toString() ?? null,
    out_of: vertex.out_of?.toString() ?? null,
    variant: ended ? event.payload.variant.name : variantBefore,
    started_at: before === undefined ? firstRequest : before.started_at,
    updated_at: event.indexed_at,
    waiting: event.kind === 'WalkAdvancedEvent',
  };
  const siblings = requested ? consumeWaiting(walks, event.indexed_at, walk_index) : [...walks];
  return before === undefined
    ? [...siblings, after]
    : siblings.map((walk) => (walk.walk_index === walk_index ? after : walk));
}

/** Walks that wait for a request that will not come any more. `except` is the walk that continues. */
export function consumeWaiting(walks: readonly WalkRecord[], at: string, except?: string): WalkRecord[] {
  return walks.map((walk) =>
    walk.waiting && walk.walk_index !== except
      ? { ...walk, state: 'consumed', waiting: false, updated_at: at }
      : walk,
  );
}

/** A walk in the shape of the contract. */
export function servedWalk(stored: WalkRecord): Walk {
  const { waiting: _waiting, ...walk } = stored;
  const whole = (text: string | null) => (text === null ? null : BigInt(text));
  return {
    ...walk,
    walk_index: BigInt(walk.walk_index),
    vertex_iteration: whole(walk.vertex_iteration),
    out_of: whole(walk.out_of),
  };
}
