import { useState } from 'react';
import { usePrinting } from './use-media';

/** How many rows of a list are shown: `first`, until more are requested. Paper has all of them. */
export function useRowLimit(first: number): [limit: number, setLimit: (limit: number) => void] {
  const [limit, setLimit] = useState(first);
  return [usePrinting() ? Infinity : limit, setLimit];
}
