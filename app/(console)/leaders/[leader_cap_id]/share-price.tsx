'use client';
import { StepLine } from '@/components/charts/step-line';
import { Amount } from '@/components/values/amount';
import { formatAmount, scaleOf } from '@/lib/view/amount';
import { statusWords } from '@/lib/view/status';
import { momentOf, sharePrice, type PoolChange, type PoolHistory } from '@/lib/view/pool-history';

/** One share is worth about the smallest unit of US. */
const PRICED = '1,000,000,000 shares';

interface SharePriceProps {
  history: PoolHistory;
  change: PoolChange;
  /** The window, in milliseconds. */
  from: number;
  to: number;
}

/** The share price after each event; broken where pool or shares are unknown. */
export function SharePrice({ history, change, from, to }: SharePriceProps) {
  const now = sharePrice(history);
  const prices = change.steps.flatMap((step) => sharePrice(step) ?? []);
  const scale = scaleOf(prices, 'us');
  const points = change.steps.map((step) => {
    const price = sharePrice(step);
    return {
      at: momentOf(step.event),
      value: price === null ? null : Number(price),
      mark: step.checkpoint ? ('told' as const) : null,
      tip: `${statusWords(step.event.kind)}: ${PRICED} at ${price === null ? 'an unknown price' : `${formatAmount(price, 'us').number} US`}`,
    };
  });
  return (
    <div className="mt-3 border-t border-line pt-3" data-testid="share-price">
      <p className="text-2">
        {PRICED} are worth <Amount value={now} unit="us" reason="pool or shares unknown" />
        <span className="text-3">
          {' '}
          (pool ÷ shares; dots mark deposits){scale === undefined && ', unchanged in this period'}
        </span>
      </p>
      {scale !== undefined && (
        <StepLine
          points={points}
          from={from}
          to={to}
          scale={scale}
          label="Share price over time; figures are in the stake events"
        />
      )}
    </div>
  );
}
