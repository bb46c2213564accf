// Events as groups, those of one transaction or of one execution, each told by the event that says most. Pure.
import { eventKinds, families, shortKindName } from '@/lib/contract/event-kinds/catalogue';

export const groupings = ['transaction', 'execution'] as const;
export type Grouping = (typeof groupings)[number];

/** What fees were set aside, recorded, swapped and paid out. */
const FEE_BOOKKEEPING: ReadonlySet<string> = new Set([
  ...Object.keys(families['priority-fee']).filter((kind) => kind !== 'PriorityFeeVaultConfiguredEvent'),
  'CashierDepositCreatedEvent',
  'InvocationLockedEvent',
  'InvocationSettledEvent',
  'AgentSkillPaymentCreatedEvent',
  'GasPaymentConsumedEvent',
  'ExecutionPaymentFeesRecordedEvent',
  'ExecutionPaymentToolCostSnapshottedEvent',
  'ExecutionAccomplishedEvent',
  'TaskExecutionPaymentCreatedEvent',
  'TaskExecutionPaymentFinalizedEvent',
]);

/** The steps of what another event starts or ends. */
const STEPS: ReadonlySet<string> = new Set([
  'DAGVertexAddedEvent',
  'DAGEntryVertexInputPortAddedEvent',
  'DAGEdgeAddedEvent',
  'DAGDefaultValueAddedEvent',
  'DAGOutputAddedEvent',
  'AgentVertexAuthorizationRequiredEvent',
  'InvocationAuthorizationRequiredEvent',
  'RequestWalkExecutionEvent',
  'CommittedToolResultEvent',
  'WalkAdvancedEvent',
  'EndStateReachedEvent',
  'ToolVerificationResolvedEvent',
  'OccurrenceScheduledEvent',
  'OccurrenceAdvertisedEvent',
  'OccurrenceSettledEvent',
]);

/** Short names of the kinds that are neither steps nor bookkeeping, as the filter has them. */
export const IMPORTANT_KINDS: readonly string[] = Object.keys(eventKinds)
  .filter((kind) => !FEE_BOOKKEEPING.has(kind) && !STEPS.has(kind))
  .map(shortKindName)
  .sort();

/** Those that say how a group ended, before all others. */
const OUTCOMES = [
  'ExecutionFinishedEvent',
  'ExecutionRefundedEvent',
  'WalkFailedEvent',
  'TerminalErrEvalRecordedEvent',
  'WalkAbortedEvent',
  'DAGFinalizedEvent',
  'DAGCreatedEvent',
];

function rankOf(kind: string): number {
  const outcome = OUTCOMES.indexOf(kind);
  if (outcome !== -1) return outcome;
  if (FEE_BOOKKEEPING.has(kind)) return OUTCOMES.length + 2;
  return OUTCOMES.length + (STEPS.has(kind) ? 1 : 0);
}

interface Grouped {
  kind: string;
  tx_digest: string;
  payload?: unknown;
}

export interface EventGroup<Row> {
  /** The event that says most of the group; of several, the newest. */
  lead: Row;
  count: number;
  /** The execution that all of them name; null for a group of one transaction. */
  execution: string | null;
}

function executionOf({ payload }: Grouped): string | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const { execution, execution_id } = payload as { execution?: unknown; execution_id?: unknown };
  const id = execution ?? execution_id;
  return typeof id === 'string' ? id : null;
}

/** The groups of events, newest first, each in the place of its newest event. Events of no execution are grouped by transaction. */
export function groupEvents<Row extends Grouped>(rows: readonly Row[], by: Grouping): EventGroup<Row>[] {
  const groups = new Map<string, EventGroup<Row>>();
  for (const row of rows) {
    const execution = by === 'execution' ? executionOf(row) : null;
    const key = execution ?? row.tx_digest;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { lead: row, count: 1, execution });
    else {
      group.count += 1;
      if (rankOf(row.kind) < rankOf(group.lead.kind)) group.lead = row;
    }
  }
  return [...groups.values()];
}
