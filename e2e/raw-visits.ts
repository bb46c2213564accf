// Visits of vertices, worked out from raw events.
import { type Json, textAt, timeAt, valueAt } from '@/e2e/index-reader';

export interface Visit {
  run: string;
  walk: string;
  vertex: string;
  tool: string | undefined;
  outcome: 'succeeded' | 'failed' | 'cancelled' | null;
  /** When it was requested. */
  from: number | null;
  ms: number | null;
  /** As its commit names it; null where commits are not among the events. */
  leader: string | null;
  /** The event that ended it, otherwise its latest request. */
  event: unknown;
}

export const WALK_KINDS =
  'RequestWalkExecution,WalkAdvanced,EndStateReached,WalkFailed,WalkAborted,WalkCancelled';

/** Visits of vertices: from a request to the next event of that walk at that vertex which ends the visit. */
export function visitsIn(events: readonly Json[], tools: ReadonlyMap<string, string>): Visit[] {
  const visits: Visit[] = [];
  const last = new Map<string, Visit>();
  for (const event of events) {
    const kind = textAt(event, 'kind').replace(/Event$/, '');
    const place = valueAt(event, 'payload.next_vertex') ?? valueAt(event, 'payload.vertex');
    const run = textAt(event, 'payload.execution');
    const vertex = textAt(place, 'vertex.name');
    const key = `${run} ${textAt(event, 'payload.walk_index')} ${textAt(place, 'iteration')} ${vertex}`;
    const previous = last.get(key);
    if (kind === 'CommittedToolResult') {
      if (previous?.outcome === null) previous.leader = textAt(event, 'payload.leader');
      continue;
    }
    const isOpen = previous?.outcome === null;
    const isRequest = kind === 'RequestWalkExecution';
    const visit: Visit = isOpen
      ? previous
      : {
          run,
          walk: textAt(event, 'payload.walk_index'),
          vertex,
          tool: tools.get(`${textAt(event, 'payload.dag')}/${vertex}`),
          outcome: null,
          from: isRequest ? timeAt(event, 'onchain_at') : null,
          ms: null,
          leader: null,
          event: event['id'],
        };
    // The end of a visit that ended already is no further one.
    if (!isOpen && (isRequest || previous === undefined)) {
      visits.push(visit);
      last.set(key, visit);
    }
    if (isRequest || previous === undefined || isOpen) visit.event = event['id'];
    if (isRequest || (!isOpen && previous !== undefined)) continue;
    const isFailed =
      /^Walk(Failed|Aborted)$/.test(kind) || valueAt(event, 'payload.variant.name') === '_err_eval';
    visit.outcome = kind === 'WalkCancelled' ? 'cancelled' : 'succeeded';
    if (isFailed) visit.outcome = 'failed';
    visit.ms = visit.from === null ? null : timeAt(event, 'onchain_at') - visit.from;
  }
  return visits;
}
