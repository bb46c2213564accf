'use client';
import { memo } from 'react';
import { useNow } from '@/components/values/now';
import { RATE_SECONDS } from '@/lib/client/live/rate';
import { useLive } from '@/lib/client/live/use-live';

const BAR = 2;
const GAP = 1;
const HEIGHT = 18;
const WIDTH = RATE_SECONDS * (BAR + GAP) - GAP;

/** Events a second over the last minute, as bars and as a figure. Whole seconds only: it is drawn once in each, however many events come. */
export const RateLine = memo(function RateLine() {
  const { feed } = useLive();
  const now = useNow();
  if (now === null) return null;
  const bars = feed.rate.bars(now);
  const most = Math.max(1, ...bars);
  const rate = feed.rate.perSecond(now);
  const words = `${rate >= 100 ? Math.round(rate) : rate.toFixed(1)}/s`;
  return (
    <span
      className="ml-auto flex shrink-0 items-end gap-2.5 xl:order-last"
      data-tip={`Events a second over the last minute; at most ${most}.`}
    >
      <svg width={WIDTH} height={HEIGHT} aria-hidden className="hidden text-accent sm:block">
        {bars.map((count, index) => {
          const height = count === 0 ? 1 : Math.max(2, Math.round((count / most) * HEIGHT));
          return (
            <rect
              key={index}
              x={index * (BAR + GAP)}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              fill="currentColor"
              opacity={count === 0 ? 0.25 : 0.85}
            />
          );
        })}
      </svg>
      <span className="w-14 text-right font-semibold text-2">{words}</span>
    </span>
  );
});
