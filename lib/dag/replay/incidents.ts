// What went wrong in a run, told from the first sign of it: reason, evidence, the leaders' race, and what it did to the other walks.
// Invariant: an incident is all rows of failure of one visit; a cancelled walk is a consequence, not an incident. Lifecycle 3.3 to 3.5.
import type { ExecutionEvent, SubmissionFailure } from '@/lib/contract/executions';
import type { Moment } from './recorded-run';
import type { Replay } from './replay';
import { replayAt } from './replay';
import type { WalkAt } from './walks';

export interface Incident {
  /** Key of its first row; names it in addresses. */
  key: string;
  /** Place of that row: step `at + 1` shows it. */
  at: number;
  walk_index: bigint;
  vertex: string;
  iteration: bigint | null;
  /** Rows of failure in order. */
  rows: Moment[];
  reasons: string[];
  /** Leaders that did not submit, and who did instead. */
  race: SubmissionFailure[];
  hashes: string[];
  /** What the commit said; null when there was none, or it did not say. */
  primary_evidence: boolean | null;
  secondary_evidence: boolean | null;
  leader: string | null;
  /** How the vertex's own walk went on: state after the incident's last transaction. */
  outcome: WalkAt | null;
  /** Walks that were ended together with it. */
  hit: { before: WalkAt; after: WalkAt }[];
  /** Walks that were under way and went on. */
  spared: number;
}

const FAILING = new Set(['TerminalErrEvalRecorded', 'WalkFailed', 'WalkAborted', 'WalkPendingAbort']);
const UNDER_WAY = new Set(['active', 'pending_settlement', 'pending_abort']);
const STRUCK = new Set(['aborted', 'cancelled', 'pending_abort', 'failed']);

function isFailing(event: ExecutionEvent): boolean {
  return (
    FAILING.has(event.event_type) ||
    event.has_primary_failure_evidence === true ||
    event.has_secondary_failure_evidence === true ||
    event.variant === '_err_eval'
  );
}

function placeOf({ walk_index, vertex_name, vertex_iteration }: ExecutionEvent | SubmissionFailure): string {
  return JSON.stringify([String(walk_index), vertex_name, String(vertex_iteration)]);
}

/** Rows of failure by visit, in the order in which they began. */
function groups(moments: readonly Moment[]): Map<string, { at: number; moment: Moment }[]> {
  const found = new Map<string, { at: number; moment: Moment }[]>();
  for (const [at, moment] of moments.entries()) {
    if (moment.of === 'ledger' || (moment.of === 'event' && !isFailing(moment.row))) continue;
    const place = placeOf(moment.row);
    found.set(place, [...(found.get(place) ?? []), { at, moment }]);
  }
  return found;
}

function distinct(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.filter((text): text is string => text !== null && text !== ''))];
}

/** The end of the transaction in which the row at `at` stands. */
function endOfTransaction(moments: readonly Moment[], at: number): number {
  const digest = moments[at]?.tx_digest;
  let end = at + 1;
  while (end < moments.length && moments[end]?.tx_digest === digest) end += 1;
  return end;
}

/** Everything that went wrong, the first first. */
export function incidentsOf(replay: Replay): Incident[] {
  const { moments } = replay;
  return [...groups(moments).values()].flatMap((group) => {
    const [first] = group;
    const last = group.at(-1);
    if (first === undefined || last === undefined || first.moment.of === 'ledger') return [];
    const { walk_index, vertex_name: vertex, vertex_iteration: iteration } = first.moment.row;
    const rows = group.map(({ moment }) => moment);
    const events = rows.flatMap((moment) => (moment.of === 'event' ? [moment.row] : []));
    const race = rows.flatMap((moment) => (moment.of === 'failure' ? [moment.row] : []));
    const before = replayAt(replay, first.at).walks;
    const after = replayAt(replay, endOfTransaction(moments, last.at)).walks;
    const others = before.flatMap((walk) => {
      const now = after.find((one) => one.walk_index === walk.walk_index);
      return walk.walk_index === walk_index || !UNDER_WAY.has(walk.state) || now === undefined
        ? []
        : [{ before: walk, after: now }];
    });
    const hit = others.filter(
      ({ before: was, after: now }) => was.state !== now.state && STRUCK.has(now.state),
    );
    const visit = replayAt(replay, moments.length).visits.find(
      (one) => one.walk_index === walk_index && one.vertex === vertex && one.iteration === iteration,
    );
    return [
      {
        key: first.moment.key,
        at: first.at,
        walk_index,
        vertex,
        iteration,
        rows,
        reasons: distinct([
          ...events.map(({ failure_reason }) => failure_reason),
          ...race.map(({ reason }) => reason),
        ]),
        race,
        hashes: distinct(race.map(({ err_eval_hash }) => err_eval_hash)),
        primary_evidence: visit?.primary_evidence ?? null,
        secondary_evidence: visit?.secondary_evidence ?? null,
        leader: visit?.leader ?? null,
        outcome: after.find((one) => one.walk_index === walk_index) ?? null,
        hit,
        spared: others.length - hit.length,
      },
    ];
  });
}
