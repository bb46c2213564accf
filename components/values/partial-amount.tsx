import type { Unit } from '@/lib/view/amount';
import { Amount } from './amount';

interface PartialAmountProps {
  sum: bigint;
  unit: Unit;
  /** Why parts of the sum may be missing; null when it is whole. */
  gap: string | null;
}

/** A sum that may lack parts: a lower bound, and unknown rather than zero. */
export function PartialAmount({ sum, unit, gap }: PartialAmountProps) {
  if (gap === null) return <Amount value={sum} unit={unit} />;
  if (sum === 0n) return <Amount value={null} unit={unit} reason={gap} />;
  return (
    <>
      <span className="text-3" data-tip={gap}>
        at least{' '}
      </span>
      <Amount value={sum} unit={unit} />
    </>
  );
}
