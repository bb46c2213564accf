'use client';
import { StepLine } from '@/components/charts/step-line';
import { Amount } from '@/components/values/amount';
import { formatAmount, scaleOf } from '@/lib/view/amount';
import { statusWords } from '@/lib/view/status';
import { momentOf, sharePrice, type PoolChange, type PoolHistory } from '@/lib/view/pool-history';

/** A single share is worth too little to be told: about the smallest unit of US. */
const PRICED = '1,000,000,000 shares';

interface SharePriceProps {
  history: PoolHistory;
  change: PoolChange;
  /** The window, in milliseconds. */
  from: number;
  to: number;
}

/** What a share was worth after each event of the window; broken where pool or shares are not known. */
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
        {PRICED} are worth <Amount value={now} unit="us" reason="pool or shares are not known" />
        <span className="text-3">
          : the pool divided by its shares. Dots are deposits, which tell both; between them it follows claims
          and slashes.
          {scale === undefined && ' It did not change in this window.'}
        </span>
      </p>
      {scale !== undefined && (
        <StepLine
          points={points}
          from={from}
          to={to}
          scale={scale}
          label="The price of the shares over time; the pool and the shares stand in the stake events"
        />
      )}
    </div>
  );
}
