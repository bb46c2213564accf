'use client';
import { useZone } from '@/components/values/preferences';
import { absoluteTime, minuteTime } from '@/lib/view/time';
import { useWidth } from './use-width';

export interface StepPoint {
  /** Milliseconds. */
  at: number;
  /** Null: not known from here on. */
  value: number | null;
  mark: 'dot' | 'ring' | null;
  tip: string;
}

interface StepLineProps {
  /** Oldest first. */
  points: readonly StepPoint[];
  from: number;
  to: number;
  /** What is drawn, for screen readers; the table beside it has the figures. */
  label: string;
  /** The lowest and the highest value as text: exact, which the points are not. */
  scale?: { lowest: string; highest: string };
}

const HEIGHT = 140;
const PAD = 10;
const HOUR_MS = 3_600_000;

/** A step chart: flat until the next point, broken where unknown; never interpolated. */
export function StepLine({ points, from, to, label, scale }: StepLineProps) {
  const [box, measured] = useWidth<HTMLDivElement>();
  const zone = useZone();
  // To the second only in a short span: the label of a long one that ends now would tick.
  const timeText = to - from < HOUR_MS ? absoluteTime : minuteTime;
  const width = measured || 600;
  const values = points.flatMap((point) => (point.value === null ? [] : [point.value]));
  const low = Math.min(...values);
  const high = Math.max(...values);
  const span = high - low || 1;
  const x = (at: number) => PAD + ((Math.max(from, at) - from) / Math.max(1, to - from)) * (width - 2 * PAD);
  const y = (value: number) => HEIGHT - PAD - ((value - low) / span) * (HEIGHT - 2 * PAD);
  const path = points
    .map(({ at, value }, index) => {
      if (value === null) return '';
      const end = points[index + 1]?.at ?? to;
      const before = points[index - 1]?.value;
      const begin = before === undefined || before === null ? `M${x(at)} ${y(value)}` : `V${y(value)}`;
      return `${begin}H${x(end)}`;
    })
    .join('');
  return (
    <div ref={box} className="min-w-0">
      {values.length > 0 && (
        <>
          <svg role="img" aria-label={label} width={width} height={HEIGHT} className="block">
            <path d={path} fill="none" stroke="var(--color-accent)" strokeWidth="1.5" />
            {points.map(({ at, value, mark, tip }, index) =>
              value === null || mark === null || at < from ? null : (
                <circle
                  key={index}
                  cx={x(at)}
                  cy={y(value)}
                  r={mark === 'ring' ? 5 : 2.5}
                  fill={mark === 'ring' ? 'none' : 'var(--color-accent)'}
                  stroke={mark === 'ring' ? 'var(--color-warn)' : 'none'}
                  strokeWidth="2"
                  data-tip={tip}
                />
              ),
            )}
          </svg>
          <p className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-1 text-2xs text-3">
            <span>{timeText(from, zone)}</span>
            <span>{timeText(to, zone)}</span>
          </p>
          {scale !== undefined && (
            <p className="flex flex-wrap justify-between gap-x-4 text-2xs text-3">
              <span>lowest: {scale.lowest}</span>
              <span>highest: {scale.highest}</span>
            </p>
          )}
        </>
      )}
    </div>
  );
}
