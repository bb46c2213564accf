import { startTransition, useEffect, useState } from 'react';

/** Rows mounted in one step: about 50 ms of work on a weak machine. */
const STEP = 20;

/** How many of `count` rows are mounted: two steps at once, then one with every frame. A row should be `memo`. */
export function useMountedRows(count: number): number {
  const [mounted, setMounted] = useState(2 * STEP);
  useEffect(() => {
    if (mounted >= count) return;
    const frame = requestAnimationFrame(() => startTransition(() => setMounted(mounted + STEP)));
    return () => cancelAnimationFrame(frame);
  }, [mounted, count]);
  return Math.min(mounted, count);
}
