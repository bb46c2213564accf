'use client';
// The visible rows of a long list on a scrolling page: table rows have one height, cards on a phone do not.
import type { RefObject } from 'react';
import { useMedia } from '@/components/ui/use-media';
import { useCardRows } from './use-card-rows';
import { useEvenRows } from './use-even-rows';

export interface VirtualRows {
  first: number;
  end: number;
  /** Height of the rows before and after, in px. */
  before: number;
  after: number;
  /** Set when rows are cards of differing heights. */
  measure: ((element: Element | null) => void) | undefined;
  scrollTo: (index: number) => void;
}

const CARDS = '(max-width: 639px)';

/** `list` contains the rows; `keyOf` must stay the same function while the order of rows stays the same. */
export function useVirtualRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  keyOf: (index: number) => string,
): VirtualRows {
  const cards = useMedia(CARDS);
  const rows = useEvenRows(list, count, !cards);
  const own = useCardRows(list, count, keyOf, cards);
  return cards ? own : rows;
}
