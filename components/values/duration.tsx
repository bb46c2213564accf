'use client';
import { createContext } from 'react';
import { formatDuration } from '@/lib/view/time';
import { Maybe } from './maybe';

/** A duration that keeps its exact milliseconds. */
export function KnownDuration({ ms, reason }: { ms: bigint | null; reason: string }) {
  return (
    <Maybe value={ms} reason={reason}>
      {(durationMs) => (
        <span data-exact={String(durationMs)} translate="no">
          {formatDuration(Number(durationMs), { measured: true })}
        </span>
      )}
    </Maybe>
  );
}

/** The longest duration of a table in ms; null where none is known. */
export const LongestDuration = createContext<number | null>(null);
