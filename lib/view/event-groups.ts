// Groups events by transaction or execution; the most important event leads its group. Pure.
import { eventKinds, families, shortKindName } from '@/lib/contract/event-kinds/catalogue';

export const groupings = ['transaction', 'execution'] as const;
export type Grouping = (typeof groupings)[number];

/** Fees that were set aside, recorded, swapped and paid out. */
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

/** Intermediate steps: another event starts or ends what they belong to. */
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

/** Short names, as in the filter, of the kinds that are neither steps nor bookkeeping. */
export const IMPORTANT_KINDS: readonly string[] = Object.keys(eventKinds)
  .filter((kind) => !FEE_BOOKKEEPING.has(kind) && !STEPS.has(kind))
  .map(shortKindName)
  .sort();

/** How a group ended: these rank before all others. */
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

/** What moved SUI or US, the most telling first. */
export const MONEY_KINDS: readonly string[] = [
  'StakeSlashedEvent',
  'ToolSlashedEvent',
  'ExecutionPaymentFeesRecordedEvent',
  'TaskPaymentReserveCanceledEvent',
  'TaskPaymentReserveRefilledEvent',
  'StakeDepositedEvent',
  'UnstakeClaimedEvent',
  'PriorityFeeWithdrawnEvent',
  'PriorityFeeSwapEvent',
  'TaskExecutionPaymentCreatedEvent',
  'AgentSkillPaymentCreatedEvent',
  'TaskExecutionPaymentFinalizedEvent',
  'CashierDepositCreatedEvent',
  'PriorityFeeDepositCreatedEvent',
];

function moneyRankOf(kind: string): number {
  const place = MONEY_KINDS.indexOf(kind);
  return place === -1 ? MONEY_KINDS.length : place;
}

interface Grouped {
  kind: string;
  tx_digest: string;
  payload?: unknown;
}

export interface EventGroup<Row> {
  /** The most important event of the group; of several, the newest. */
  lead: Row;
  /** The event that names the amount, of those that moved any; null where the lead names it or none did. */
  money: Row | null;
  count: number;
  /** The execution of all its events; null for a group of one transaction. */
  execution: string | null;
}

function executionOf({ payload }: Grouped): string | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const { execution, execution_id } = payload as { execution?: unknown; execution_id?: unknown };
  const id = execution ?? execution_id;
  return typeof id === 'string' ? id : null;
}

/** The execution of each transaction that has events of exactly one. */
function executionsByTransaction(rows: readonly Grouped[]): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>();
  for (const row of rows) {
    const execution = executionOf(row);
    if (execution === null) continue;
    const other = found.get(row.tx_digest);
    found.set(row.tx_digest, other === undefined || other === execution ? execution : null);
  }
  return found;
}

/**
 * Groups in the order of their newest events. `rows`: newest first. An event that names no execution, such as a fee, belongs to
 * that of its transaction; without one it is grouped by transaction.
 */
export function groupEvents<Row extends Grouped>(rows: readonly Row[], by: Grouping): EventGroup<Row>[] {
  const groups = new Map<string, EventGroup<Row>>();
  const ofTransaction = by === 'execution' ? executionsByTransaction(rows) : null;
  for (const row of rows) {
    const execution = ofTransaction && (executionOf(row) ?? ofTransaction.get(row.tx_digest) ?? null);
    const key = execution ?? row.tx_digest;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { lead: row, money: row, count: 1, execution });
    else {
      group.count += 1;
      if (rankOf(row.kind) < rankOf(group.lead.kind)) group.lead = row;
      if (moneyRankOf(row.kind) < moneyRankOf(group.money?.kind ?? '')) group.money = row;
    }
  }
  const isMoney = (row: Row | null) => row !== null && MONEY_KINDS.includes(row.kind);
  return [...groups.values()].map((group) => ({
    ...group,
    money: isMoney(group.lead) || !isMoney(group.money) ? null : group.money,
  }));
}
