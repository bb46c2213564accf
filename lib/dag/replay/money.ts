// The money of an execution: budget, fees, refills and shortfalls at a moment, and cost by vertex and tool. In MIST.
// Invariant: fields without a stated unit are only compared, never added up; nothing is split or guessed. Fee rows may be
// running totals or single amounts; the rows and `consumed_total` decide which, and the result says so.
import {
  type FeeReading,
  type Fees,
  NO_FEES,
  NO_RECORDS,
  plus,
  readingOf,
  tallied,
} from '@/lib/contract/fees';
import type { LedgerEvent, Payment } from '@/lib/contract/payments';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import type { History } from './history';
import type { Moment } from './recorded-run';

export type { FeeReading, Fees };

export function totalFees({ gas, tool, priority }: Fees): bigint {
  return gas + tool + priority;
}

function feesOf(row: LedgerEvent): Fees | null {
  const { gas_fee_mist: gas, tool_fee_mist: tool, priority_fee_mist: priority } = row;
  return gas === null || tool === null || priority === null ? null : { gas, tool, priority };
}

function feeRows(ledger: readonly LedgerEvent[]): { row: LedgerEvent; fees: Fees }[] {
  return [...ledger]
    .sort((a, b) => a.id - b.id)
    .flatMap((row) => {
      const fees = row.kind === 'fees_recorded' ? feesOf(row) : null;
      return fees === null ? [] : [{ row, fees }];
    });
}

export function feeReading(ledger: readonly LedgerEvent[], payment: Payment | null): FeeReading {
  const tally = feeRows(ledger).reduce((before, { fees }) => tallied(before, fees), NO_RECORDS);
  return readingOf(tally, payment?.consumed_total ?? null);
}

/** A fee row as the amount it added. */
export interface Spend extends Fees {
  row: LedgerEvent;
}

/** The amount each fee row added; an undecided reading counts as amounts. */
function spendsOf(ledger: readonly LedgerEvent[], reading: FeeReading): Spend[] {
  let before = NO_FEES;
  return feeRows(ledger).map(({ row, fees }) => {
    const base = reading === 'totals' ? before : NO_FEES;
    before = fees;
    return {
      row,
      gas: fees.gas - base.gas,
      tool: fees.tool - base.tool,
      priority: fees.priority - base.priority,
    };
  });
}

export interface MoneyAt {
  /** Gas budget and priority reserve at creation, MIST; null without the payment. */
  budget: bigint | null;
  /** Budget added by refills so far, MIST; null when rows and payment disagree or are unknown. */
  raised: bigint | null;
  /** Fees so far, MIST; null without the ledger, or when fee rows are missing for a used or unknown payment. */
  fees: Fees | null;
  /** budget + raised - fees, MIST; null when any of them is. */
  left: bigint | null;
  /** Rows up to now. */
  refills: LedgerEvent[];
  shortfalls: LedgerEvent[];
  prices: LedgerEvent[];
}

export interface Residual {
  what: 'consumed' | 'raised';
  recorded: bigint;
  reported: bigint;
}

function sumOf(rows: readonly LedgerEvent[]): bigint {
  return rows.reduce((sum, row) => sum + (row.refill_amount ?? 0n), 0n);
}

function budgetOf(payment: Payment): bigint {
  return payment.gas_budget_mist + payment.priority_fee_reserve_mist;
}

export interface Account {
  /** False without the ledger. */
  known: boolean;
  reading: FeeReading;
  spends: Spend[];
  residuals: Residual[];
  /** The sum of refills equals the increase of the budget, so they are in MIST. */
  refillsAgree: boolean;
  /** Fee rows and payment agree to the last unit, so amounts without a stated unit are in MIST like the fees. */
  reconciled: boolean;
}

const UNKNOWN: Account = {
  known: false,
  reading: 'undecided',
  spends: [],
  residuals: [],
  refillsAgree: false,
  reconciled: false,
};

/** Analyses the whole ledger once; `moneyAt` limits it to a moment. Null means unknown, not empty. */
export function accountOf(ledger: readonly LedgerEvent[] | null, payment: Payment | null): Account {
  if (ledger === null) return UNKNOWN;
  const reading = feeReading(ledger, payment);
  const spends = spendsOf(ledger, reading);
  const gas = spends.reduce((sum, spend) => sum + spend.gas, 0n);
  const refilled = sumOf(ledger.filter(({ kind }) => kind === 'refilled'));
  const rose = payment === null ? refilled : payment.max_budget_mist - budgetOf(payment);
  const residuals: Residual[] = [];
  if (payment !== null && payment.consumed_total !== gas)
    residuals.push({ what: 'consumed', recorded: gas, reported: payment.consumed_total });
  if (refilled !== rose) residuals.push({ what: 'raised', recorded: refilled, reported: rose });
  const reconciled = payment !== null && spends.length > 0 && residuals.length === 0;
  return { known: true, reading, spends, residuals, refillsAgree: refilled === rose, reconciled };
}

/** The money after the ledger rows for which `until` is true. */
export function moneyAt(
  account: Account,
  ledger: readonly LedgerEvent[] | null,
  payment: Payment | null,
  until: (row: LedgerEvent) => boolean,
): MoneyAt {
  const rows = (ledger ?? []).filter(until).sort((a, b) => a.id - b.id);
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  const spent = account.spends.filter(({ row }) => until(row));
  const used = payment !== null && payment.consumed_total !== 0n && account.spends.length === 0;
  // A record that starts in the middle of a run has neither payment nor rows.
  const unrecorded = payment === null && (ledger ?? []).length === 0;
  const fees = used || unrecorded || !account.known ? null : spent.reduce<Fees>(plus, NO_FEES);
  const refills = of('refilled');
  const budget = payment === null ? null : budgetOf(payment);
  const raised = account.refillsAgree && !unrecorded ? sumOf(refills) : null;
  const remaining =
    budget === null || raised === null || fees === null ? null : budget + raised - totalFees(fees);
  return {
    budget,
    raised,
    fees,
    left: remaining,
    refills,
    shortfalls: of('insufficient_settlement'),
    prices: of('tool_cost_snapshotted'),
  };
}

export interface Cost extends Fees {
  /** Null: a transaction without a vertex event, such as the start of the execution. */
  vertex: string | null;
  tool_fqn: string | null;
  rows: number;
  /** Locked for the tool and refunded, in the unit of the tool's price; null without the event history. Not a cost. */
  released: bigint | null;
}

/** Events that cause a transaction's fees, by precedence: results before requests. Of several results the first counts. */
const CAUSES: readonly (readonly string[])[] = [
  [
    'WalkAdvanced',
    'EndStateReached',
    'WalkFailed',
    'CommittedToolResult',
    'WalkPendingAbort',
    'WalkAborted',
    'WalkCancelled',
  ],
  ['RequestWalkExecution'],
];

/** The vertex each transaction's fees are allocated to: fee rows name none, so the event in the same transaction decides. */
function causes(moments: readonly Moment[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const kinds of CAUSES)
    for (const { type, row, tx_digest } of moments)
      if (type === 'event' && kinds.includes(row.event_type) && !found.has(tx_digest))
        found.set(tx_digest, row.vertex_name);
  return found;
}

/** A ledger row with the vertex that caused it, what its fees added, and all fees up to it; null where it has none. */
export type LedgerStep = LedgerEvent & { vertex: string | null; total: bigint | null };

/** The whole ledger, oldest first. */
export function ledgerSteps(
  ledger: readonly LedgerEvent[],
  { spends }: Account,
  moments: readonly Moment[],
): LedgerStep[] {
  const vertexOf = causes(moments);
  const spentBy = new Map(spends.map((spend) => [spend.row.id, spend]));
  let total = 0n;
  return [...ledger]
    .sort((a, b) => a.id - b.id)
    .map((row) => {
      const fees = spentBy.get(row.id);
      if (fees === undefined) return { ...row, vertex: null, total: null };
      total += totalFees(fees);
      return {
        ...row,
        gas_fee_mist: fees.gas,
        tool_fee_mist: fees.tool,
        priority_fee_mist: fees.priority,
        vertex: vertexOf.get(row.tx_digest) ?? null,
        total,
      };
    });
}

/** Sums costs by `key`, most expensive first. */
function addedUp(costs: readonly Cost[], key: 'vertex' | 'tool_fqn'): Cost[] {
  const sums = new Map<string | null, Cost>();
  for (const cost of costs) {
    const sum = sums.get(cost[key]);
    sums.set(
      cost[key],
      sum === undefined
        ? cost
        : {
            ...sum,
            ...plus(sum, cost),
            rows: sum.rows + cost.rows,
            released: sum.released === null || cost.released === null ? null : sum.released + cost.released,
          },
    );
  }
  return [...sums.values()].sort((a, b) => Number(totalFees(b) - totalFees(a)));
}

/** Most expensive first; unexplained fees are under vertex null. `settlements` null: refunds unknown. */
export function costsByVertex(
  moments: readonly Moment[],
  spends: readonly Spend[],
  graph: FlowGraph | null,
  settlements: History['settlements'] | null,
): Cost[] {
  const vertexOf = causes(moments);
  const tools = new Map<string | null, string | null>(
    graph?.vertices.map(({ name, tool_fqn }) => [name, tool_fqn]),
  );
  const nothing = (vertex: string | null): Cost => ({
    ...NO_FEES,
    vertex,
    tool_fqn: tools.get(vertex) ?? null,
    rows: 0,
    released: settlements === null ? null : 0n,
  });
  const spent = spends.map(({ row, ...fees }) => ({
    ...nothing(vertexOf.get(row.tx_digest) ?? null),
    ...fees,
    rows: 1,
  }));
  const refunded = (settlements ?? []).filter(({ was_refunded }) => was_refunded);
  const released = refunded.map(({ vertex, amount }) => ({ ...nothing(vertex), released: amount }));
  return addedUp([...spent, ...released], 'vertex');
}

export function costsByTool(byVertex: readonly Cost[]): Cost[] {
  return addedUp(
    byVertex.map((cost) => ({ ...cost, vertex: null })),
    'tool_fqn',
  );
}
