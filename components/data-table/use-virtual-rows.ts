'use client';
// The rows in sight of a long list on a page that scrolls as a whole: rows of a table are as high as each other, cards on a phone are not.
import type { RefObject } from 'react';
import { useMedia } from '@/components/ui/use-media';
import { useCardRows } from './use-card-rows';
import { useEvenRows } from './use-even-rows';

export interface VirtualRows {
  first: number;
  /** One past the last row in the document. */
  end: number;
  before: number;
  after: number;
  /** Set where rows are cards of differing heights. */
  measure: ((element: Element | null) => void) | undefined;
  scrollTo: (index: number) => void;
}

const CARDS = '(max-width: 639px)';

/** `list` holds the rows; `keyOf` names the row at a place, and is the same function while no row changes its place. */
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
