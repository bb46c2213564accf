// What went wrong in a run: reason, evidence, the leaders' race, and the effect on other walks.
// Invariant: an incident is all failure rows of one visit; a cancelled walk is a consequence of the run's first abort,
// never a separate incident.
import { endedBy, type Ends, isFailure, worse } from '@/lib/contract/failure-cause';
import type { ExecutionEvent, SubmissionFailure } from '@/lib/contract/executions';
import { groupBy } from '@/lib/dag/traverse';
import type { Moment } from './recorded-run';
import type { Replay } from './replay';
import { endWalks, failsVisit, isUnderWay, placeOf, walkEvent, type WalkAt, type Walks } from './walks';

export interface Incident {
  /** Key of its first row; identifies it in URLs. */
  key: string;
  at: number;
  /** Index of the row that leaves the vertex failed, otherwise of the first: step `failed_at + 1` shows it. */
  failed_at: number;
  walk_index: bigint;
  vertex: string;
  iteration: bigint | null;
  rows: Moment[];
  reasons: string[];
  /** Leaders that did not submit, and who took over. */
  race: SubmissionFailure[];
  hashes: string[];
  /** Flags of the commit; null without one. */
  primary_evidence: boolean | null;
  secondary_evidence: boolean | null;
  leader: string | null;
  /** State of the incident's walk after its last transaction. */
  outcome: WalkAt | null;
  /** Whether it aborted the run, or failed only its own walk; null if the walk continued. */
  ends: Ends;
  /** Walks cancelled because of it, before (null if unrecorded) and after. */
  hit: { before: WalkAt | null; after: WalkAt }[];
  /** Active walks that continued. */
  spared: number;
  /** Walks that had advanced and waited for their next vertex. */
  waiting: number;
}

/** `separate`: it failed a walk or the run independently. */
export type FailureRole = 'root' | 'consequence' | 'recovered' | 'separate';

/** Whether the walk only shows that the run was aborted. */
function isAbortOnly({ rows }: Incident): boolean {
  return rows.every(
    ({ type, row }) =>
      type === 'event' &&
      endedBy(row.event_type) === 'run' &&
      row.has_primary_failure_evidence !== true &&
      row.has_secondary_failure_evidence !== true,
  );
}

/** The role of an incident relative to the cause of the run's failure. */
export function roleOf(incident: Incident, cause: Incident | null): FailureRole {
  if (incident === cause) return 'root';
  if (incident.ends === null) return 'recovered';
  const isAfterAbort = cause?.ends === 'run' && incident.at > cause.at;
  return isAfterAbort && isAbortOnly(incident) ? 'consequence' : 'separate';
}

interface Row {
  at: number;
  moment: Exclude<Moment, { type: 'ledger' }>;
}

function failuresByVisit(moments: readonly Moment[]): Row[][] {
  const rows = moments.flatMap((moment, at): Row[] => {
    if (moment.type === 'ledger' || (moment.type === 'event' && !isFailure(moment.row))) return [];
    return [{ at, moment }];
  });
  return [...groupBy(rows, ({ moment }) => placeOf(moment.row)).values()];
}

function distinct(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.filter((text): text is string => text !== null && text !== ''))];
}

/** The first row of the transaction that contains row `at`, and the row after its last one. */
function transactionOf(moments: readonly Moment[], at: number): { start: number; end: number } {
  const digest = moments[at]?.tx_digest;
  const start = moments.findLastIndex(({ tx_digest }, row) => row < at && tx_digest !== digest) + 1;
  const end = moments.findIndex(({ tx_digest }, row) => row > at && tx_digest !== digest);
  return { start, end: end === -1 ? moments.length : end };
}

function endsOf(events: readonly ExecutionEvent[]): Incident['ends'] {
  return events.map(({ event_type }) => endedBy(event_type)).reduce(worse, null);
}

/** The walks after each of `steps`, and all cancellations, in one pass: a run may have hundreds of failures. */
function walksThrough({ moments, over, lastEvent }: Replay, steps: ReadonlySet<number>) {
  const walks: Walks = new Map();
  const walksAfter = new Map<number, WalkAt[]>();
  const cancelled: { at: number; walk: Incident['hit'][number] }[] = [];
  for (let step = 0; step <= moments.length; step += 1) {
    const moment = moments[step - 1];
    if (moment?.type === 'event') {
      const { walk_index, event_type } = moment.row;
      const before = walks.get(walk_index) ?? null;
      walkEvent(walks, moment.row);
      const after = walks.get(walk_index);
      if (event_type === 'WalkCancelled' && after !== undefined)
        cancelled.push({ at: step - 1, walk: { before, after } });
    }
    if (over === true && step >= lastEvent) endWalks(walks);
    if (steps.has(step)) walksAfter.set(step, [...walks.values()]);
  }
  return { walksAfter, cancelled };
}

export function incidentsOf(replay: Replay): Incident[] {
  const {
    moments,
    end: { visits },
  } = replay;
  const firstAbort = moments.findIndex(
    (moment) => moment.type === 'event' && endedBy(moment.row.event_type) === 'run',
  );
  const abort = transactionOf(moments, firstAbort);
  const groups = failuresByVisit(moments).map((rows) => ({
    rows,
    end: transactionOf(moments, rows.at(-1)?.at ?? 0).end,
  }));
  const steps = new Set(groups.flatMap(({ rows, end }) => [rows[0]?.at ?? 0, end]));
  const { walksAfter, cancelled } = walksThrough(replay, steps);
  return groups.flatMap(({ rows, end }): Incident[] => {
    const [first] = rows;
    if (first === undefined) return [];
    const { walk_index, vertex_name: vertex, vertex_iteration: iteration } = first.moment.row;
    const events = rows.flatMap(({ moment }) => (moment.type === 'event' ? [moment.row] : []));
    const race = rows.flatMap(({ moment }) => (moment.type === 'failure' ? [moment.row] : []));
    const isFirstAbort = rows.some(({ at }) => at === firstAbort);
    const hit = isFirstAbort ? cancelled.filter(({ at }) => at >= abort.start).map(({ walk }) => walk) : [];
    const struck = new Set(hit.map(({ after }) => after.walk_index));
    const others = (walksAfter.get(first.at) ?? []).filter(
      (walk) => walk.walk_index !== walk_index && isUnderWay(walk) && !struck.has(walk.walk_index),
    );
    const visit = visits.find(
      (candidate) =>
        candidate.walk_index === walk_index &&
        candidate.vertex === vertex &&
        candidate.iteration === iteration,
    );
    return [
      {
        key: first.moment.key,
        at: first.at,
        failed_at:
          rows.find(({ moment }) => moment.type === 'event' && failsVisit(moment.row))?.at ?? first.at,
        walk_index,
        vertex,
        iteration,
        rows: rows.map(({ moment }) => moment),
        reasons: distinct([
          ...events.map(({ failure_reason }) => failure_reason),
          ...race.map(({ reason }) => reason),
        ]),
        race,
        hashes: distinct(race.map(({ err_eval_hash }) => err_eval_hash)),
        primary_evidence: visit?.primary_evidence ?? null,
        secondary_evidence: visit?.secondary_evidence ?? null,
        leader: visit?.leader ?? null,
        outcome: walksAfter.get(end)?.find((walk) => walk.walk_index === walk_index) ?? null,
        ends: endsOf(events),
        hit,
        spared: others.filter((walk) => !walk.waiting).length,
        waiting: others.filter((walk) => walk.waiting).length,
      },
    ];
  });
}
