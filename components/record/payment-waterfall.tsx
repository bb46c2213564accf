'use client';
import type { ReactNode } from 'react';
import { ColumnAmount } from '@/components/values/amount';
import { Tip } from '@/components/ui/tip';
import type { Payment } from '@/lib/contract/payments';
import type { Account, FeeReading, Fees, MoneyAt } from '@/lib/dag/replay/money';
import { decimalsFor, formatAmount } from '@/lib/view/amount';
import { waterfall, type WaterfallBar } from '@/lib/view/waterfall';

export interface MoneyReasons {
  payment: string;
  raised: string;
  fees: string;
}

export const MONEY_REASONS: MoneyReasons = {
  payment: 'the index has no payment of this execution',
  raised: "the recorded refills don't add up to the increase of the budget",
  fees: 'the payment was used, but no fees were recorded',
};

export const NO_MONEY_KNOWN = 'neither the payment nor the ledger of this execution is known';

interface Step {
  name: string;
  label: ReactNode;
  /** MIST; negative where it is spent. */
  by: bigint | null;
  reason: string;
  colour: string;
}

function stepsOf(money: MoneyAt, payment: Payment | null, reasons: MoneyReasons): Step[] {
  const { budget, raised, fees } = money;
  const percent = payment === null ? '' : ` ${payment.priority_fee_percentage} %`;
  const spending = (name: keyof Fees, label: string, colour: string): Step => ({
    name,
    label,
    by: fees && -fees[name],
    reason: reasons.fees,
    colour,
  });
  return [
    { name: 'budget', label: 'Budget', by: budget, reason: reasons.payment, colour: 'var(--color-idle)' },
    { name: 'raised', label: 'Refilled', by: raised, reason: reasons.raised, colour: 'var(--color-ok)' },
    spending('gas', 'Gas', 'var(--color-run)'),
    spending('tool', 'Tool fees', 'var(--color-fam-tool)'),
    spending('priority', `Priority${percent}`, 'var(--color-fam-leader)'),
  ];
}

interface LineProps extends Pick<Step, 'name' | 'label' | 'colour'> {
  bar: WaterfallBar | undefined;
  children: ReactNode;
}

function Line({ name, label, children, bar, colour }: LineProps) {
  const { start, width } = bar ?? { start: 0, width: null };
  return (
    <div className="flex items-center gap-2 py-[3px]" data-money={name}>
      <dt className="w-[88px] shrink-0 text-2">{label}</dt>
      <span aria-hidden className="relative h-3.5 min-w-8 flex-1 rounded-sm bg-surface-2">
        {width !== null && (
          <span
            className="absolute inset-y-0 min-w-[2px] rounded-sm"
            style={{ left: `${Math.min(start, 99.5)}%`, width: `${width}%`, background: colour }}
          />
        )}
      </span>
      <dd className="w-[132px] shrink-0 text-right">{children}</dd>
    </div>
  );
}

interface PaymentWaterfallProps {
  money: MoneyAt;
  payment: Payment | null;
  ended: boolean;
  reasons?: MoneyReasons;
}

/** Enough for two digits of the smallest step, the same for all, so that their points align. */
function decimalsOf(amounts: readonly (bigint | null)[]): number {
  const sizes = amounts.map((amount) => Math.abs(Number(amount ?? 0))).filter((size) => size > 0);
  return sizes.length === 0 ? 0 : Math.max(decimalsFor(sizes), decimalsFor([Math.min(...sizes)]));
}

/** From the budget to the remainder, each bar starting where the previous one ended. Values in MIST, shown as SUI. */
export function PaymentWaterfall({ money, payment, ended, reasons = MONEY_REASONS }: PaymentWaterfallProps) {
  const steps = stepsOf(money, payment, reasons);
  const { bars, remaining } = waterfall(
    steps.map(({ by }) => by),
    money.left,
  );
  const decimals = decimalsOf([...steps.map(({ by }) => by), money.left]);
  return (
    <dl data-testid="waterfall">
      {steps.map(({ name, label, by, reason, colour }, index) => (
        <Line key={name} name={name} label={label} bar={bars[index]} colour={colour}>
          <ColumnAmount value={by} unit="sui" reason={reason} decimals={decimals} />
        </Line>
      ))}
      <Line
        name="left"
        label={<b className="font-semibold text-text">{ended ? 'Returned' : 'Left'}</b>}
        bar={remaining}
        colour="var(--color-idle)"
      >
        <b className="font-semibold">
          <ColumnAmount
            value={money.left}
            unit="sui"
            reason="an amount above is unknown"
            decimals={decimals}
          />
        </b>
      </Line>
    </dl>
  );
}

const READING: Record<FeeReading, string> = {
  totals: 'Fee rows are running totals: they never decrease, or the last one equals the amount consumed.',
  amounts: 'Fee rows are single amounts: their sum equals the amount consumed.',
  undecided: 'Fee rows may be totals or single amounts; treated as single amounts.',
};

/** Differences between ledger and payment. Numbers without a stated unit are compared as numbers. */
export function PaymentResiduals({ account, payment }: { account: Account; payment: Payment | null }) {
  const { known, residuals, reading, spends } = account;
  const plain = (value: bigint) => formatAmount(value, 'none').number;
  if (!known) return <p className="text-2xs text-3">The ledger is needed to reconcile this payment.</p>;
  return (
    <div className="text-2xs text-3" data-testid="residuals" data-residuals={residuals.length}>
      {residuals.map(({ what, recorded, reported }) => (
        <p key={what} className="text-warn">
          {what === 'consumed'
            ? `Consumed: ${plain(reported)} (unit not stated), recorded gas: ${plain(recorded)} MIST. Unexplained: ${plain(reported - recorded)}`
            : `Budget increase: ${plain(reported)} MIST, recorded refills: ${plain(recorded)} (unit not stated). Unexplained: ${plain(reported - recorded)}`}
        </p>
      ))}
      {residuals.length === 0 && (
        <p>
          {payment === null ? (
            'No payment to reconcile the ledger with'
          ) : (
            <Tip tip={spends.length > 0 ? READING[reading] : undefined}>Ledger reconciled</Tip>
          )}
        </p>
      )}
      {residuals.length > 0 && spends.length > 0 && <p>{READING[reading]}</p>}
    </div>
  );
}
