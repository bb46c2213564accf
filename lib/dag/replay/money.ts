// The money of an execution at a moment: what there was to spend, what was spent on gas, tools and priority, what came in and what was missing.
// Invariant: only fields whose unit is stated (MIST) are added up; `refill_amount`, `required_shortfall`, `cost` and `consumed_total` name no unit and
// are told beside the sums, compared as numbers. Fees are given as running totals or as single amounts, which the specification leaves open: the
// rows themselves and `consumed_total` decide, and the reading is part of the result. Spec 2.12, 2.13; lifecycle 4.
import type { LedgerEvent, Payment } from '@/lib/contract/payments';

export interface Fees {
  gas: bigint;
  tool: bigint;
  priority: bigint;
}

export type FeeReading = 'totals' | 'amounts' | 'undecided';

const NO_FEES: Fees = { gas: 0n, tool: 0n, priority: 0n };

/** The fees of a row, or null when it lacks one of them. */
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

/** Whether rows of fees are running totals or amounts of their own. */
export function feeReading(ledger: readonly LedgerEvent[], payment: Payment | null): FeeReading {
  const rows = feeRows(ledger).map(({ fees }) => fees);
  const last = rows.at(-1);
  if (last === undefined || rows.length === 1) return 'totals';
  const sum = rows.reduce((total, { gas }) => total + gas, 0n);
  if (payment !== null && payment.consumed_total === last.gas) return 'totals';
  if (payment !== null && payment.consumed_total === sum) return 'amounts';
  const rises = rows.every((fees, index) => {
    const before = rows[index - 1] ?? NO_FEES;
    return fees.gas >= before.gas && fees.tool >= before.tool && fees.priority >= before.priority;
  });
  return rises ? 'totals' : 'undecided';
}

/** One row of fees as what it added. */
export interface Spend extends Fees {
  row: LedgerEvent;
}

/** What each row of fees added, in order; an undecided reading is taken as amounts. */
export function spendsOf(ledger: readonly LedgerEvent[], reading: FeeReading): Spend[] {
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
  /** Gas budget and priority reserve at creation, MIST; null while the payment is not known. */
  budget: bigint | null;
  /** How far refills up to now raised the budget, MIST; null when rows and payment do not agree, or neither is known. */
  raised: bigint | null;
  /** MIST, as recorded up to now; null when the ledger is not known, or has no row of fees though the payment was used or is not known. */
  fees: Fees | null;
  /** budget + raised - fees, MIST; null when any of them is. */
  left: bigint | null;
  /** Rows up to now. */
  refills: LedgerEvent[];
  shortfalls: LedgerEvent[];
  prices: LedgerEvent[];
}

/** What of the payment's record does not come out of its rows; each difference is a plain number or MIST as named. */
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
  /** False while the ledger is not known: no sum over its rows is then. */
  known: boolean;
  reading: FeeReading;
  spends: Spend[];
  residuals: Residual[];
  /** Refills are in MIST as far as the numbers tell: their sum is what the budget rose by. */
  refillsAgree: boolean;
}

const UNKNOWN: Account = {
  known: false,
  reading: 'undecided',
  spends: [],
  residuals: [],
  refillsAgree: false,
};

/** The whole ledger, read once; `moneyAt` cuts it at a moment. Null is one that is not known, which is not an empty one. */
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
  return { known: true, reading, spends, residuals, refillsAgree: refilled === rose };
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
  // No row of a payment that is not known either: a record that began in the middle of a run looks like this.
  const untold = payment === null && (ledger ?? []).length === 0;
  const fees =
    used || untold || !account.known
      ? null
      : spent.reduce<Fees>(
          (sum, { gas, tool, priority }) => ({
            gas: sum.gas + gas,
            tool: sum.tool + tool,
            priority: sum.priority + priority,
          }),
          NO_FEES,
        );
  const refills = of('refilled');
  const budget = payment === null ? null : budgetOf(payment);
  const raised = account.refillsAgree && !untold ? sumOf(refills) : null;
  const left =
    budget === null || raised === null || fees === null
      ? null
      : budget + raised - fees.gas - fees.tool - fees.priority;
  return {
    budget,
    raised,
    fees,
    left,
    refills,
    shortfalls: of('insufficient_settlement'),
    prices: of('tool_cost_snapshotted'),
  };
}
