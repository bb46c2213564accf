'use client';
import {
  formatAligned,
  formatAmount,
  formatCompact,
  formatExact,
  formatRounded,
  plainAmount,
  type Unit,
} from '@/lib/view/amount';
import { Tip } from '@/components/ui/tip';
import { Maybe } from './maybe';

interface AmountProps {
  /** Base units, or null for unknown. */
  value: bigint | null;
  unit: Unit;
  /** Why the amount can be null (lib/view/null-reasons). */
  reason?: string;
  /** False where a column's head names the unit already; that none is stated is said on hover. */
  showUnit?: boolean;
  /** Rounded to four decimals; the exact amount is on hover. */
  rounded?: boolean;
  /** The number in other words, e.g. aligned with its column. */
  written?: string;
  className?: string;
}

/** An exact amount; base units on hover. */
export function Amount(props: AmountProps) {
  const { value, unit, reason, showUnit = true, rounded = false, written, className } = props;
  if (value === null) return <Maybe value={null} reason={reason ?? 'not indexed'} />;
  const text = formatAmount(value, unit);
  const short = rounded && unit !== 'none' ? formatRounded(value) : written;
  return (
    <Tip
      tip={formatExact(value, unit)}
      described={short !== undefined}
      data-exact={value.toString()}
      translate="no"
      data-copy={plainAmount(value, unit)}
      className={`relative whitespace-nowrap ${className ?? ''}`}
    >
      {short ?? text.number}
      <span className={showUnit && unit !== 'none' ? 'text-3' : 'sr-only'}>{` ${text.unit}`}</span>
    </Tip>
  );
}

interface ColumnAmountProps {
  value: bigint | null;
  unit: Unit;
  reason?: string;
  /** The same for all rows, so that their points align. */
  decimals?: number;
}

/** An amount in a column whose head names the unit: rounded and aligned, exact on hover. */
export function ColumnAmount({ decimals = 4, ...amount }: ColumnAmountProps) {
  const { value, unit } = amount;
  if (value === null) return <Amount {...amount} />;
  const written = unit === 'none' ? formatCompact(value) : formatAligned(value, decimals);
  return <Amount {...amount} showUnit={false} written={written} />;
}
