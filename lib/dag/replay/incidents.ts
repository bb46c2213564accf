// What went wrong in a run: reason, evidence, the leaders' race, and the effect on other walks.
// Invariant: an incident is all failure rows of one visit; a cancelled walk is a consequence of the run's first abort,
// never an incident of its own.
import type { ExecutionEvent, SubmissionFailure } from '@/lib/contract/executions';
import type { Moment } from './recorded-run';
import type { Replay } from './replay';
import { replayAt } from './replay';
import { endWalks, walkEvent, type WalkAt, type Walks } from './walks';

export interface Incident {
  /** Key of its first row; identifies it in URLs. */
  key: string;
  /** Index of that row; step `at + 1` shows it. */
  at: number;
  walk_index: bigint;
  vertex: string;
  iteration: bigint | null;
  /** Failure rows in order. */
  rows: Moment[];
  reasons: string[];
  /** Leaders that did not submit, and who took over. */
  race: SubmissionFailure[];
  hashes: string[];
  /** Flags of the commit; null without one. */
  primary_evidence: boolean | null;
  secondary_evidence: boolean | null;
  leader: string | null;
  /** State of its own walk after the incident's last transaction. */
  outcome: WalkAt | null;
  /** Whether it aborted the run, or failed its own walk only; null if the walk went on. */
  ends: 'run' | 'walk' | null;
  /** Walks cancelled because of it, before (null if unrecorded) and after. */
  hit: { before: WalkAt | null; after: WalkAt }[];
  /** Active walks that went on. */
  spared: number;
  /** Walks that had advanced and waited for their next vertex. */
  waiting: number;
}

const FAILING = new Set(['TerminalErrEvalRecorded', 'WalkFailed', 'WalkAborted', 'WalkPendingAbort']);
const UNDER_WAY = new Set(['active', 'pending_settlement', 'pending_abort']);
const ABORTING = new Set(['WalkPendingAbort', 'WalkAborted']);

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

/** Failure rows by visit, in order of their first row. */
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

/** The index after the last row of the transaction that contains row `at`. */
function endOfTransaction(moments: readonly Moment[], at: number): number {
  const digest = moments[at]?.tx_digest;
  let end = at + 1;
  while (end < moments.length && moments[end]?.tx_digest === digest) end += 1;
  return end;
}

/** The index of its first row. */
function startOfTransaction(moments: readonly Moment[], at: number): number {
  const digest = moments[at]?.tx_digest;
  let start = at;
  while (start > 0 && moments[start - 1]?.tx_digest === digest) start -= 1;
  return start;
}

/** The walks cancelled from row `from` on. */
function cancelledFrom(moments: readonly Moment[], from: number): Incident['hit'] {
  const walks: Walks = new Map();
  const hit: Incident['hit'] = [];
  for (const [at, moment] of moments.entries()) {
    if (moment.of !== 'event') continue;
    const { walk_index, event_type } = moment.row;
    const before = walks.get(walk_index) ?? null;
    walkEvent(walks, moment.row);
    const after = walks.get(walk_index);
    if (at >= from && event_type === 'WalkCancelled' && after !== undefined) hit.push({ before, after });
  }
  return hit;
}

function endsOf(events: readonly ExecutionEvent[]): Incident['ends'] {
  if (events.some(({ event_type }) => ABORTING.has(event_type))) return 'run';
  return events.some(({ event_type }) => event_type === 'WalkFailed') ? 'walk' : null;
}

/** The walks after each requested step, in one pass: a run may fail in hundreds of places. */
function walksAfter({ moments, over, lastEvent }: Replay, steps: readonly number[]): Map<number, WalkAt[]> {
  const wanted = new Set(steps);
  const walks: Walks = new Map();
  const found = new Map<number, WalkAt[]>();
  for (let step = 0; step <= moments.length; step += 1) {
    const moment = moments[step - 1];
    if (moment?.of === 'event') walkEvent(walks, moment.row);
    if (over === true && step >= lastEvent) endWalks(walks);
    if (wanted.has(step)) found.set(step, [...walks.values()]);
  }
  return found;
}

/** All incidents in order. */
export function incidentsOf(replay: Replay): Incident[] {
  const { moments } = replay;
  const firstAbort = moments.findIndex(
    (moment) => moment.of === 'event' && ABORTING.has(moment.row.event_type),
  );
  const { visits } = replayAt(replay, moments.length);
  const all = [...groups(moments).values()];
  const ends = all.map((group) => endOfTransaction(moments, group.at(-1)?.at ?? 0));
  const walksAt = walksAfter(replay, [...all.flatMap(([first]) => first?.at ?? []), ...ends]);
  return all.flatMap((group, index) => {
    const [first] = group;
    if (first === undefined || first.moment.of === 'ledger') return [];
    const { walk_index, vertex_name: vertex, vertex_iteration: iteration } = first.moment.row;
    const rows = group.map(({ moment }) => moment);
    const events = rows.flatMap((moment) => (moment.of === 'event' ? [moment.row] : []));
    const race = rows.flatMap((moment) => (moment.of === 'failure' ? [moment.row] : []));
    const hit = group.some(({ at }) => at === firstAbort)
      ? cancelledFrom(moments, startOfTransaction(moments, firstAbort))
      : [];
    const struck = new Set(hit.map(({ after }) => after.walk_index));
    const before = walksAt.get(first.at) ?? [];
    const after = walksAt.get(ends[index] ?? 0) ?? [];
    const others = before.filter(
      (walk) => walk.walk_index !== walk_index && UNDER_WAY.has(walk.state) && !struck.has(walk.walk_index),
    );
    const visit = visits.find(
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
        ends: endsOf(events),
        hit,
        spared: others.filter((walk) => !walk.waiting).length,
        waiting: others.filter((walk) => walk.waiting).length,
      },
    ];
  });
}

/** The incident that aborted the run, otherwise the first that failed a walk; null if all were recovered. */
export function causeOf(incidents: readonly Incident[]): Incident | null {
  return (
    incidents.find(({ ends }) => ends === 'run') ?? incidents.find(({ ends }) => ends === 'walk') ?? null
  );
}
