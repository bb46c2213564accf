'use client';
import { formatDuration } from '@/lib/view/time';
import { useNowValue } from './now';

interface AgeProps {
  /** When the figure was read, in ms since 1970; 0 when it was not. */
  at: number;
  /** Its refresh interval in ms; a younger figure shows no age. */
  after: number;
}

/** The age of a figure that should have been refreshed by now. */
export function Age({ at, after }: AgeProps) {
  const age = useNowValue((now) => {
    const minutes = now === null || at === 0 ? 0 : Math.floor((now - at) / 60_000);
    return minutes * 60_000 > after ? `${formatDuration(minutes * 60_000)} old` : '';
  });
  return age === '' ? null : <span className="text-xs font-normal tracking-normal text-3">{age}</span>;
}
