import { formatDuration } from '@/lib/view/time';
import type { Scale } from '@/lib/dag/replay/clock';

const TICKS = [0, 0.25, 0.5, 0.75, 1];
/** Where the drawing begins: beside it stand walk and vertex. */
export const GUTTER = 'ml-[104px] sm:ml-[196px]';

interface AxisProps {
  scale: Scale;
  /** The beginning of the run. */
  from: number;
  now: number;
}

/** The scale in time since the beginning, the places where idle time is folded, and the moment that is shown. */
export function Axis({ scale, from, now }: AxisProps) {
  return (
    <div className={`relative mr-3 h-6 border-b border-line ${GUTTER}`} aria-hidden>
      {TICKS.map((place) => (
        <span
          key={place}
          className="absolute top-1 text-2xs whitespace-nowrap text-3"
          style={{
            left: `${place * 100}%`,
            transform: `translateX(${place === 0 ? '0' : place === 1 ? '-100%' : '-50%'})`,
          }}
        >
          +{formatDuration(scale.time(place) - from)}
        </span>
      ))}
      {scale.idle.map((gap) => (
        <span
          key={gap.from}
          data-idle={gap.to - gap.from}
          title={`${formatDuration(gap.to - gap.from)} in which nothing happened`}
          className="absolute bottom-0 h-1.5 border-x border-line-strong bg-surface-3"
          style={{
            left: `${scale.place(gap.from) * 100}%`,
            width: `${(scale.place(gap.to) - scale.place(gap.from)) * 100}%`,
          }}
        />
      ))}
      {now >= scale.from && now <= scale.to && (
        <span
          className="absolute -bottom-1 size-2 -translate-x-1/2 rotate-45 bg-accent"
          style={{ left: `${scale.place(now) * 100}%` }}
        />
      )}
    </div>
  );
}
