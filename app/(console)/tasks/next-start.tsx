'use client';
import { Maybe } from '@/components/values/maybe';
import { useNowValue } from '@/components/values/now';
import { useZone } from '@/components/values/preferences';
import { Tip } from '@/components/ui/tip';
import { absoluteTime, dayAndMonth, formatDuration, hourOfDay, relativeTime } from '@/lib/view/time';

/** `overdue 21 m`, `in 42 s`, and beside it the time of day, or the day and time, in the zone that the head names. */
export function NextStart({ at, reason }: { at: string | null; reason: string }) {
  const zone = useZone();
  const start = Date.parse(at ?? '');
  const words = useNowValue((now) => {
    if (now === null) return '';
    return start < now ? `overdue ${formatDuration(stepped(now - start))}` : relativeTime(start, now);
  });
  const isToday = useNowValue((now) => now !== null && Math.abs(start - now) < DAY_MS);
  if (at === null) return <Maybe value={null} reason={reason} />;
  if (Number.isNaN(start)) return <>{at}</>;
  const clock = hourOfDay(start, zone);
  return (
    <Tip
      as="time"
      dateTime={at}
      tip={absoluteTime(start, zone)}
      className="inline-flex gap-x-3 whitespace-nowrap"
    >
      <span className={`sm:min-w-[88px] ${words.startsWith('overdue') ? 'text-warn' : ''}`}>{words}</span>
      <span className="text-3">{isToday ? clock : `${dayAndMonth(start, zone)} ${clock}`}</span>
    </Tip>
  );
}

const DAY_MS = 86_400_000;

/** In whole seconds or minutes: a time that counts up. */
function stepped(ms: number): number {
  return ms - (ms % (ms < 60_000 ? 1_000 : 60_000));
}
