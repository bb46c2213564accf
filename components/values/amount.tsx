'use client';
import { createContext, use } from 'react';
import {
  formatAmount,
  formatCompact,
  formatExact,
  formatFixed,
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
  /** Rounded to four decimals, or to millions where no unit is stated; the exact amount is on hover. */
  rounded?: boolean;
  /** The number in other words, e.g. aligned with its column. */
  formatted?: string;
  className?: string;
}

const roundedIn = (value: bigint, unit: Unit) =>
  unit === 'none' ? formatCompact(value) : formatRounded(value);

/** An exact amount; base units on hover. */
export function Amount(props: AmountProps) {
  const { value, unit, reason, showUnit = true, rounded = false, formatted, className } = props;
  if (value === null) return <Maybe value={null} reason={reason ?? 'not indexed'} />;
  const text = formatAmount(value, unit);
  const short = rounded ? roundedIn(value, unit) : formatted;
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
      <span data-unit="" className={showUnit && unit !== 'none' ? 'text-3' : 'sr-only'}>
        {` ${text.unit}`}
      </span>
    </Tip>
  );
}

/** The unit of amounts for which their events state none, where a ledger shows it. */
export const LedgerUnit = createContext<Unit>('none');

/** The decimals of a table's columns of amounts, by column. */
export const ColumnDecimals = createContext<ReadonlyMap<string, number>>(new Map());

/** The units of a table's columns whose unit follows from their rows, where all agree: their heads name it. */
export const ColumnUnits = createContext<ReadonlyMap<string, Unit>>(new Map());

interface ColumnAmountProps {
  value: bigint | null;
  unit: Unit;
  reason?: string;
  /** The column, for as many decimals as its typical row needs. */
  column?: string;
  /** The same for all rows, so that their points align. */
  decimals?: number;
  /** Where the head does not name the unit. */
  showUnit?: boolean;
}

/** An amount in a column: rounded and aligned, exact on hover. */
export function ColumnAmount({ column = '', decimals, showUnit = false, ...amount }: ColumnAmountProps) {
  const { value, unit } = amount;
  const ofColumn = use(ColumnDecimals).get(column);
  const isInHead = use(ColumnUnits).has(column);
  if (value === null) return <Amount {...amount} />;
  const formatted = unit === 'none' ? formatCompact(value) : formatFixed(value, decimals ?? ofColumn ?? 4);
  return <Amount {...amount} showUnit={showUnit && !isInHead} formatted={formatted} />;
}
