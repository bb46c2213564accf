import type { Unit } from '@/lib/view/amount';
import { formatAligned, formatCompact } from '@/lib/view/column-amounts';
import { Amount } from './amount';

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
