'use client';
import { createContext, use } from 'react';
import { formatDuration } from '@/lib/view/time';

/** The longest duration of a table in ms; null where none is known. */
export const LongestDuration = createContext<number | null>(null);

/** A duration over a bar: its share of the table's longest one. */
export function DurationBar({ ms }: { ms: number }) {
  const longest = use(LongestDuration);
  const share = longest === null || longest <= 0 ? null : Math.min(1, ms / longest);
  return (
    <span className="relative sm:inline-block sm:min-w-16">
      {formatDuration(ms)}
      {share !== null && (
        <span aria-hidden className="absolute inset-x-0 -bottom-0.5 h-0.5 rounded-full bg-line max-sm:hidden">
          <span
            data-share={share.toFixed(3)}
            className="absolute inset-y-0 left-0 min-w-0.5 rounded-full bg-text-3"
            style={{ width: `${(share * 100).toFixed(1)}%` }}
          />
        </span>
      )}
    </span>
  );
}
