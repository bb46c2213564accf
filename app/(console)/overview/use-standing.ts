'use client';
// Figures of a window that moves on: while those of the new window are being read, the last complete ones stand. Invariant: they come with the window they
// were counted for and are marked as such; a read that fails ends them, so that old figures are never told as new ones.
import { useState } from 'react';

interface Figures {
  /** The begin of the window. */
  of: string;
  /** Null: not answered. */
  totals: readonly (number | null)[];
}

/** What to show: the figures of now, or the last complete ones (`former`) while those of now are being read. */
export function useStanding(now: Figures, failed: boolean): Figures & { former: boolean } {
  const [last, setLast] = useState<Figures | null>(null);
  const complete = now.totals.every((total) => total !== null);
  const same = last?.of === now.of && last.totals.join() === now.totals.join();
  if (complete && !same) setLast(now);
  if (complete || failed || last === null) return { ...now, former: false };
  return { ...last, former: true };
}
