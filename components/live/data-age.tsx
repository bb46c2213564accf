'use client';
import { useNow } from '@/components/values/now';
import { relativeTime } from '@/lib/view/time';

interface DataAgeProps {
  /** When the figures were read (a query's `dataUpdatedAt`), in milliseconds; 0 when they were not. */
  at: number;
  /** Older than this they are marked, in milliseconds. */
  every?: number;
}

/** "Updated 2 m ago" beside figures older than their refresh interval; nothing beside newer ones. */
export function DataAge({ at, every = 60_000 }: DataAgeProps) {
  const now = useNow();
  if (at === 0 || now === null || now - at <= every) return null;
  return (
    <span data-age className="text-xs font-normal text-3">
      Updated {relativeTime(at, now)}
    </span>
  );
}
