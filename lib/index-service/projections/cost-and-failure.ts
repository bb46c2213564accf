// Cost and failure of one execution, kept in its row. Pure; the rules are the contract's, so the console derives the same.
// Invariant: a figure that the records do not decide is null, never zero.
import { causeOf, endedBy, type Ends, isFailure, worse } from '@/lib/contract/failure-cause';
import { type Fees, type FeeTally, NO_FEES, NO_RECORDS, readingOf, tallied } from '@/lib/contract/fees';
import { shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { snakeCase } from '@/lib/contract/tagged';
import type { EntryKind, EventOf } from '@/lib/index-service/log/log-entry';
import { vertexColumns } from '@/lib/contract/execution-rows';
import { storableText } from '@/lib/index-service/store/foreign-text';

/** As stored: integers as text, since the row's JSON is written by a plain writer. */
type StoredFees = Record<keyof Fees, string>;
export interface StoredTally {
  count: string;
  last: StoredFees;
  sum: StoredFees;
  rises: boolean;
}

function storedFees({ gas, tool, priority }: Fees): StoredFees {
  return { gas: gas.toString(), tool: tool.toString(), priority: priority.toString() };
}

function readFees({ gas, tool, priority }: StoredFees): Fees {
  return { gas: BigInt(gas), tool: BigInt(tool), priority: BigInt(priority) };
}

function readTally(stored: StoredTally | null): FeeTally {
  if (stored === null) return NO_RECORDS;
  const { count, last, sum, rises } = stored;
  return { count: Number(count), last: readFees(last), sum: readFees(sum), rises };
}

export function withFees(
  stored: StoredTally | null,
  event: EventOf<'ExecutionPaymentFeesRecordedEvent'>,
): StoredTally {
  const { gas_fee_mist: gas, tool_fee_mist: tool, priority_fee_mist: priority } = event.payload;
  const { count, last, sum, rises } = tallied(readTally(stored), { gas, tool, priority });
  return { count: count.toString(), last: storedFees(last), sum: storedFees(sum), rises };
}

/** The fees so far; null when no record names any although something was consumed, or when the records contradict each other. */
function feesOf(tally: FeeTally, consumed: bigint | null): Fees | null {
  if (tally.count === 0) return consumed === 0n ? NO_FEES : null;
  const reading = readingOf(tally, consumed);
  if (reading === 'undecided') return null;
  return reading === 'totals' ? tally.last : tally.sum;
}

/** The cost columns of a row with these records. */
export function costColumns(stored: StoredTally | null, consumed: bigint | null) {
  const fees = feesOf(readTally(stored), consumed);
  return {
    fee_tally: stored,
    consumed_total: consumed,
    gas_mist: fees?.gas ?? null,
    tool_cost_mist: fees?.tool ?? null,
    priority_fee_mist: fees?.priority ?? null,
  };
}

/** All failure records of one visit of a vertex. */
export interface FailedVisit {
  place: string;
  vertex: string;
  ends: Ends;
  reason: string | null;
  /** Of a leader that did not submit: the reason where no event of the visit gives one. */
  missed_reason: string | null;
  failure_class: string | null;
}

const failureKinds = [
  'CommittedToolResultEvent',
  'WalkAdvancedEvent',
  'EndStateReachedEvent',
  'WalkFailedEvent',
  'WalkPendingAbortEvent',
  'WalkAbortedEvent',
  'TerminalErrEvalRecordedEvent',
  'SubmissionFailureEvidenceRecordedEvent',
] as const;
export type FailureEvent = EventOf<(typeof failureKinds)[number]>;

export function isFailureKind<Event extends { kind: EntryKind }>(
  event: Event,
): event is Extract<Event, { kind: FailureEvent['kind'] }> {
  return (failureKinds as readonly EntryKind[]).includes(event.kind);
}

function fails(event: FailureEvent): boolean {
  if (event.kind === 'SubmissionFailureEvidenceRecordedEvent') return true;
  const commit = event.kind === 'CommittedToolResultEvent' ? event.payload : null;
  const advanced = event.kind === 'WalkAdvancedEvent' || event.kind === 'EndStateReachedEvent';
  return isFailure({
    event_type: shortKindName(event.kind),
    variant: advanced ? event.payload.variant.name : null,
    has_primary_failure_evidence: commit?.has_primary_failure_evidence ?? null,
    has_secondary_failure_evidence: commit?.has_secondary_failure_evidence ?? null,
  });
}

/** An empty reason says nothing. Storable, because statistics take it out of the row's JSON. */
function reasonOf(reason: string): string | null {
  return reason === '' ? null : storableText(reason);
}

function withRecord(visit: FailedVisit, event: FailureEvent): FailedVisit {
  const after = { ...visit, ends: worse(visit.ends, endedBy(shortKindName(event.kind))) };
  switch (event.kind) {
    case 'SubmissionFailureEvidenceRecordedEvent':
      return { ...after, missed_reason: visit.missed_reason ?? reasonOf(event.payload.reason) };
    case 'WalkFailedEvent':
      return { ...after, reason: visit.reason ?? reasonOf(event.payload.reason) };
    case 'TerminalErrEvalRecordedEvent':
      return {
        ...after,
        reason: visit.reason ?? reasonOf(event.payload.reason),
        // A visit may be retried before it fails for good: the last class is the one that ended it.
        failure_class: storableText(snakeCase(event.payload.failure_class.variant)),
      };
    default:
      return after;
  }
}

/** The failed visits after an event, in order of their first failure record; the same array when the event is no failure. */
export function withFailure(visits: readonly FailedVisit[], event: FailureEvent): readonly FailedVisit[] {
  if (!fails(event)) return visits;
  const { vertex_name, vertex_iteration } = vertexColumns(event.payload.vertex);
  const vertex = storableText(vertex_name);
  const place = `${event.payload.walk_index} ${vertex_iteration ?? '-'} ${vertex}`;
  const nothing = { place, vertex, ends: null, reason: null, missed_reason: null, failure_class: null };
  const before = visits.find((visit) => visit.place === place);
  if (before === undefined) return [...visits, withRecord(nothing, event)];
  return visits.map((visit) => (visit === before ? withRecord(visit, event) : visit));
}

/** The failure columns of a row with these failed visits. */
export function failureColumns(visits: readonly FailedVisit[]) {
  const cause = causeOf(visits);
  return {
    failed_visits: visits,
    failed_vertex: cause?.vertex ?? null,
    failure_class: cause?.failure_class ?? null,
    failure_reason: cause?.reason ?? cause?.missed_reason ?? null,
  };
}
