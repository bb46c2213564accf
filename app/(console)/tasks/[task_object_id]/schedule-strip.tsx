'use client';
import { StatusShape } from '@/components/ui/badge';
import { useNow } from '@/components/values/now';
import { useZone } from '@/components/values/preferences';
import type { Occurrence } from '@/lib/contract/tasks';
import { counted } from '@/lib/view/amount';
import { stateCounts } from '@/lib/view/occurrences';
import { statusTone, statusWords } from '@/lib/view/status';
import { absoluteTime } from '@/lib/view/time';

interface Mark {
  occurrence: Occurrence;
  at: number;
}

function toneOf({ state, reason }: Occurrence) {
  return state === 'settled' && reason !== null ? 'fail' : statusTone(state);
}

/** A task's newest occurrences on a time line; the table below has the details. */
export function ScheduleStrip({ occurrences }: { occurrences: readonly Occurrence[] }) {
  const now = useNow();
  const zone = useZone();
  const marks = occurrences.flatMap((occurrence): Mark[] =>
    occurrence.start_at === null ? [] : [{ occurrence, at: Date.parse(occurrence.start_at) }],
  );
  if (marks.length < 2 || now === null) return null;
  const moments = [...marks.map(({ at }) => at), now];
  const first = Math.min(...moments);
  const span = Math.max(1, Math.max(...moments) - first);
  const left = (at: number) => `${((at - first) / span) * 100}%`;
  const upcoming = marks.filter(({ at }) => at > now).length;
  return (
    <figure className="mb-3 rounded-md border border-line bg-surface px-4 pt-2.5 pb-2" data-testid="schedule">
      <figcaption className="mb-2 text-2">
        Newest {counted(marks.length, 'occurrence')} by start:{' '}
        {stateCounts(marks.map(({ occurrence }) => occurrence))}; {upcoming} upcoming
      </figcaption>
      <div aria-hidden className="relative h-6">
        <span className="absolute inset-x-0 top-1/2 h-px bg-line-strong" />
        <span
          className="absolute inset-y-0 w-px bg-accent"
          style={{ left: left(now) }}
          data-tip={`now, ${absoluteTime(now, zone)}`}
        />
        {marks.map(({ occurrence, at }) => (
          <span
            key={occurrence.occurrence_id.toString()}
            className="absolute top-1/2 -translate-x-1/2 -translate-y-1/2 rounded-full bg-surface p-0.5"
            style={{ left: left(at) }}
            data-tip={`occurrence ${occurrence.occurrence_id}: ${statusWords(occurrence.state)}\n${absoluteTime(at, zone)}`}
          >
            <StatusShape tone={toneOf(occurrence)} />
          </span>
        ))}
      </div>
      <div aria-hidden className="mt-1 flex flex-wrap justify-between gap-x-4 text-2xs text-3">
        <span>{absoluteTime(first, zone)}</span>
        <span>{absoluteTime(first + span, zone)}</span>
      </div>
    </figure>
  );
}
