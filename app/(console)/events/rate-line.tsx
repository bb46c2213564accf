'use client';
import { memo } from 'react';
import { useNow } from '@/components/values/now';
import type { EventView } from '@/lib/client/live/event-view';
import { RATE_SECONDS } from '@/lib/client/live/rate';

const BAR = 2;
const GAP = 1;
const HEIGHT = 18;
const WIDTH = RATE_SECONDS * (BAR + GAP) - GAP;

/** Matching events per second over the last minute. Rendered once a second, however many events are received. */
export const RateLine = memo(function RateLine({ view }: { view: EventView }) {
  const now = useNow();
  if (now === null) return null;
  const bars = view.rate.bars(now);
  const peak = Math.max(1, ...bars);
  const rate = view.rate.perSecond(now);
  return (
    <span
      className="ml-auto flex shrink-0 items-end gap-2.5 xl:order-last"
      data-tip={`Events per second, last minute. Peak ${peak}/s.`}
    >
      <svg width={WIDTH} height={HEIGHT} aria-hidden className="hidden text-accent sm:block">
        {bars.map((count, index) => {
          const height = count === 0 ? 1 : Math.max(2, Math.round((count / peak) * HEIGHT));
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
      <span className="w-14 text-right font-semibold text-2">
        {rate >= 100 ? Math.round(rate) : rate.toFixed(1)}/s
      </span>
    </span>
  );
});
