'use client';
import { createContext, use } from 'react';
import { Tip } from '@/components/ui/tip';
import { absoluteTime, isRecent, relativeTime, timeOfDay, type Clock } from '@/lib/view/time';
import { Maybe } from './maybe';
import { useNowValue } from './now';
import { useZone } from './preferences';

interface TimeProps {
  /** RFC 3339, or null for unknown. */
  at: string | null;
  /** Which clock the time was read from; said on hover and to screen readers. */
  clock: Clock;
  /** Why the time can be null (lib/view/null-reasons). */
  reason?: string;
  /** `relative` while recent, `absolute` date, or `clock`: time of day with ms under a header with the zone. */
  form?: 'relative' | 'absolute' | 'clock';
  className?: string;
}

/** The earliest and latest time of a table, in ms: its times are relative only if all are recent, so that a column has one form. */
export const TimeSpan = createContext<{ from: number; to: number } | null>(null);

/** A time; UTC, local time (tooltip.tsx) and its clock on hover. */
export function Time({ at, clock, reason, form = 'relative', className }: TimeProps) {
  const zone = useZone();
  const { from, to } = use(TimeSpan) ?? { from: Number.NaN, to: Number.NaN };
  const ms = at === null ? Number.NaN : Date.parse(at);
  const isValid = !Number.isNaN(ms);
  const words = useNowValue(
    (now) => {
      if (!isValid) return '';
      if (form === 'clock') return timeOfDay(ms, zone);
      const isFar = (time: number) => now !== null && !Number.isNaN(time) && !isRecent(time, now);
      const near = form === 'relative' && now !== null && ![ms, from, to].some(isFar);
      return near ? relativeTime(ms, now) : absoluteTime(ms, zone);
    },
    { ticks: isValid && form === 'relative' },
  );
  if (at === null) return <Maybe value={null} reason={reason ?? `no ${clock} time`} />;
  if (!isValid) return <span className={className}>{at}</span>;
  return (
    <Tip
      as="time"
      dateTime={at}
      // The tooltip adds the reader's zone, which a server does not know.
      tip={`${absoluteTime(ms, 'utc', { precise: true })}\nclock: ${clock}`}
      described={false}
      className={`relative whitespace-nowrap ${className ?? ''}`}
    >
      {words}
      <span className="sr-only">{` ${clock}`}</span>
    </Tip>
  );
}

/** The name of the active time zone. */
export function ZoneName() {
  const zone = useZone();
  const name = useNowValue((now) =>
    zone === 'utc' || now === null ? 'UTC' : (absoluteTime(now, zone).split(' ').pop() ?? ''),
  );
  return <>{name}</>;
}
