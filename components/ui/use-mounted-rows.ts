import { startTransition, useEffect, useState } from 'react';
import { usePrinting } from './use-media';

/** Rows mounted in one step: about 50 ms of work on a weak machine. */
const STEP = 20;

/** How many of `count` rows are mounted: all of a short list, otherwise a step at once, then one with every frame. All while the page is printed. A row should be `memo`. */
export function useMountedRows(count: number): number {
  const [mounted, setMounted] = useState(count <= 2 * STEP ? 2 * STEP : STEP);
  useEffect(() => {
    if (mounted >= count) return;
    const frame = requestAnimationFrame(() => startTransition(() => setMounted(mounted + STEP)));
    return () => cancelAnimationFrame(frame);
  }, [mounted, count]);
  return usePrinting() ? count : Math.min(mounted, count);
}
