// A failed read that is repeated in the background is forgotten by the cache until it fails again: the screen would flicker between failure and skeleton.
// Invariant: a failure stands until an answer to the same request comes.
import { useState } from 'react';

/** The error to show: that of now, or the last one of the same request while nothing was answered since. */
export function useLastError(key: string, error: Error | null, answered: boolean): Error | null {
  const [last, setLast] = useState<{ key: string; error: Error } | null>(null);
  if (error !== null && (last?.key !== key || last.error !== error)) setLast({ key, error });
  if (error !== null || answered) return error;
  return last?.key === key ? last.error : null;
}
