// What a filter selects by (spec 4, 4.2): the field of the same name, unless it is listed here.
// With it the rows of a response can be compared with the requested filter.
import type { ListingName } from './endpoints';
import { costOf } from './executions';
import { FAILED_VARIANT } from './failure-cause';
import { absentFields } from './read-answer';

type Row = Readonly<Record<string, unknown>>;
/** A field, or a value computed from the row; undefined when the row lacks the field. */
type Selected = string | ((row: Row) => unknown);

/** Of a row that leaves the field out it is unknown. */
const isSet = (field: string) => (row: Row) =>
  row[field] === undefined || field in absentFields(row) ? undefined : row[field] !== null;

/** Of an index without figures it is unknown. */
const isPositive = (field: string) => (row: Row) =>
  row[field] === undefined || row[field] === null ? undefined : row[field] !== 0;

/** Of an index without these columns it is unknown. */
const executionCost = (row: Row) => costOf(row as Parameters<typeof costOf>[0]);

/** Of an index without these columns it is unknown. */
const isScheduled = ({ recurring, next_due_at }: Row) =>
  recurring === undefined || recurring === null ? undefined : recurring === true || next_due_at !== null;
const hasFailedRecently = ({ last_results: results }: Row) =>
  results === undefined || results === null
    ? undefined
    : [results].flat().some((result) => result === 'failed' || result === 'aborted');

/** Only a running execution can be stuck; whether it is, the row does not say. */
const mayBeStuck = ({ status }: Row) =>
  typeof status === 'string' && status !== 'running' ? false : undefined;

/** Of an event, where it is a turn of a leader. */
const isTurn = (turn: string, isSuch: (row: Row) => boolean) => (row: Row) => (isSuch(row) ? turn : 'none');
const isMissed = ({ kind }: Row) => kind === 'SubmissionFailureEvidenceRecordedEvent';
const isRace = (row: Row) =>
  isMissed(row) && (((row['payload'] ?? {}) as Row)['winning_leader'] ?? null) !== null;

const CALL_OUTCOMES: Readonly<Record<string, string>> = {
  RequestWalkExecutionEvent: 'unfinished',
  WalkFailedEvent: 'failed',
  WalkAbortedEvent: 'failed',
  WalkCancelledEvent: 'cancelled',
};
/** Of an event, where it may have ended a call. */
function callOutcome({ kind, payload }: Row): string {
  if (kind !== 'WalkAdvancedEvent' && kind !== 'EndStateReachedEvent')
    return CALL_OUTCOMES[String(kind)] ?? 'none';
  const { variant } = (payload ?? {}) as { variant?: { name?: unknown } };
  return variant?.name === FAILED_VARIANT ? 'failed' : 'succeeded';
}

const CREATED = {
  created_after: 'created_at',
  created_before: 'created_at',
  onchain_after: 'onchain_created_at',
  onchain_before: 'onchain_created_at',
};

/** Several selections: one of them has to match. */
const SELECTED: Partial<Record<ListingName, Readonly<Record<string, Selected | readonly Selected[]>>>> = {
  'leaders.list': { claimed: isSet('claim_token') },
  'tasks.list': {
    controller: ['controller_address', 'controller_agent_id'],
    due_after: 'next_due_at',
    due_before: 'next_due_at',
    scheduled: isScheduled,
    failed_recently: hasFailedRecently,
    min_runs_left: 'runs_left',
    max_runs_left: 'runs_left',
    min_missed_in_a_row: 'missed_in_a_row',
    max_missed_in_a_row: 'missed_in_a_row',
  },
  'tools.list': { registered: 'is_registered', used: isPositive('dags') },
  'dags.list': {
    finalized: isSet('finalized_at'),
    min_vertices: 'vertices',
    max_vertices: 'vertices',
    has_loops: isPositive('loops'),
  },
  'executions.list': {
    created_after: 'onchain_created_at',
    created_before: 'onchain_created_at',
    min_duration_ms: 'duration_ms',
    max_duration_ms: 'duration_ms',
    min_cost_mist: executionCost,
    max_cost_mist: executionCost,
    min_loop_iterations: 'loop_iterations',
    max_loop_iterations: 'loop_iterations',
    stuck: mayBeStuck,
  },
  'payments.list': { min_refills: 'refills', max_refills: 'refills' },
  'events.list': {
    kinds: 'kind',
    sender: 'sender_address',
    created_after: 'onchain_at',
    created_before: 'onchain_at',
    turn: [
      isTurn('committed', ({ kind }) => kind === 'CommittedToolResultEvent'),
      isTurn('missed', isMissed),
      isTurn('lost', isRace),
      isTurn('won', isRace),
    ],
    call: callOutcome,
  },
};

/** The row's values that the filter selects by; an absent or null value is unknown and omitted. */
export function selectedValues(name: ListingName, filter: string, row: object): unknown[] {
  const selected = SELECTED[name]?.[filter] ?? (CREATED as Record<string, string>)[filter] ?? filter;
  return [selected]
    .flat()
    .map((selected: Selected) =>
      typeof selected === 'string' ? (row as Row)[selected] : selected(row as Row),
    )
    .filter((value) => value !== undefined && value !== null);
}
