// Money moved within a range of events. Invariant: SUI and US are never added. Fee rows that never decrease are running
// totals, so a payment counts by its increase; one opened before the range makes the sum a lower bound.
import type { EventRecord } from '@/lib/contract/events';
import { decodePayload, shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { counted } from './amount';

export const MONEY_KINDS = [
  'ExecutionPaymentFeesRecordedEvent',
  'AgentSkillPaymentCreatedEvent',
  'StakeDepositedEvent',
  'UnstakeClaimedEvent',
] as const;

const FEE_FIELDS = ['gas_fee_mist', 'tool_fee_mist', 'priority_fee_mist'] as const;
type Fees = Record<(typeof FEE_FIELDS)[number], bigint>;

export interface MoneyMoved {
  /** MIST. */
  fees: Fees;
  paying: number;
  /** Of these, payments opened before the range. */
  begunBefore: number;
  /** Events whose payload couldn't be decoded, by kind. */
  undecoded: ReadonlyMap<string, number>;
  /** Payments opened, and their budgets in MIST. */
  opened: number;
  budgets: bigint;
  /** Base units of US. */
  staked: bigint;
  claimed: bigint;
}

const NO_FEES: Fees = { gas_fee_mist: 0n, tool_fee_mist: 0n, priority_fee_mist: 0n };

const amountOf = (payload: Record<string, unknown>, field: string) => {
  const value = payload[field];
  return typeof value === 'bigint' ? value : 0n;
};

function feesBy(amountIn: (field: keyof Fees) => bigint): Fees {
  return {
    gas_fee_mist: amountIn('gas_fee_mist'),
    tool_fee_mist: amountIn('tool_fee_mist'),
    priority_fee_mist: amountIn('priority_fee_mist'),
  };
}

/** Whether fee rows can be running totals. */
function neverFall(rows: readonly Fees[]): boolean {
  return rows.every((row, at) => {
    const before = rows[at - 1];
    return before === undefined || FEE_FIELDS.every((field) => row[field] >= before[field]);
  });
}

/** `events`: newest first, of MONEY_KINDS. */
export function moneyMoved(events: readonly EventRecord[]): MoneyMoved {
  const rows = new Map<string, Fees[]>();
  const openedHere = new Set<string>();
  const undecoded = new Map<string, number>();
  const sums = { budgets: 0n, staked: 0n, claimed: 0n };
  for (const { kind, payload: raw } of [...events].reverse()) {
    const payload = decodePayload(kind, raw);
    if (payload === undefined) {
      undecoded.set(kind, (undecoded.get(kind) ?? 0) + 1);
      continue;
    }
    const payment = String(payload['payment_id']);
    if (kind === 'ExecutionPaymentFeesRecordedEvent')
      rows.set(payment, [...(rows.get(payment) ?? []), feesBy((field) => amountOf(payload, field))]);
    else if (kind === 'AgentSkillPaymentCreatedEvent') {
      openedHere.add(payment);
      sums.budgets += amountOf(payload, 'max_budget_mist');
    } else if (kind === 'StakeDepositedEvent') sums.staked += amountOf(payload, 'amount');
    else if (kind === 'UnstakeClaimedEvent') sums.claimed += amountOf(payload, 'amount');
  }
  const totals = [...rows.values()].every(neverFall);
  let fees = NO_FEES;
  let begunBefore = 0;
  for (const [payment, all] of rows) {
    const here = openedHere.has(payment);
    if (!here) begunBefore += 1;
    const [first = NO_FEES] = all;
    const last = all.at(-1) ?? NO_FEES;
    const rise = here ? last : feesBy((field) => last[field] - first[field]);
    const added = totals ? [rise] : all;
    fees = added.reduce((sum, one) => feesBy((field) => sum[field] + one[field]), fees);
  }
  return {
    fees,
    paying: rows.size,
    begunBefore: totals ? begunBefore : 0,
    undecoded,
    opened: openedHere.size,
    ...sums,
  };
}

/** What was read of the events of an hour. */
interface EventsRead {
  complete: boolean;
  /** Of all kinds, here or by the index. */
  undecoded: number;
  /** Short names of kinds that the index rejects. */
  rejected: readonly string[];
}

/** Why the sum of a kind's amounts may be too low; null when it is exact. */
export function moneyGap(
  kind: (typeof MONEY_KINDS)[number],
  { undecoded, begunBefore }: MoneyMoved,
  read: EventsRead,
): string | null {
  if (read.rejected.includes(shortKindName(kind)))
    return `this index doesn't provide ${shortKindName(kind)} events`;
  const ofOtherKinds = [...undecoded].reduce((sum, [one, count]) => (one === kind ? sum : sum + count), 0);
  // Those that the index skips could be of any kind.
  const own = read.undecoded - ofOtherKinds;
  if (own > 0) return `${counted(own, 'event')} couldn't be decoded`;
  if (!read.complete) return 'not all events of the hour were read';
  if (kind === 'ExecutionPaymentFeesRecordedEvent' && begunBefore > 0)
    return `${counted(begunBefore, 'payment')} started before this hour`;
  return null;
}
