'use client';
// The rows in sight of a long list on a page that scrolls as a whole. Rows are as high as on the drawing until they have been measured (cards on a phone).
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react';

const ROW_PX = 35;
/** Rows beyond the edges of the window: a fast flick shows no blank, and j finds the next row in the document. */
const OVERSCAN = 14;
/** What a server draws: a window of the usual height. */
const FIRST_WINDOW = { width: 1440, height: 900 };

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

function watchCards(listener: () => void): () => void {
  const media = window.matchMedia(CARDS);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** `list` holds the rows; `keyOf` names the row at a place. */
export function useVirtualRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  keyOf: (index: number) => string,
): VirtualRows {
  const [top, setTop] = useState(0);
  const cards = useSyncExternalStore(
    watchCards,
    () => window.matchMedia(CARDS).matches,
    () => false,
  );
  // What stands above the rows can change its height at any time: notes, filters that wrap.
  useEffect(() => {
    const look = () => {
      const body = list.current?.querySelector('tbody');
      if (body !== null && body !== undefined)
        setTop(Math.round(body.getBoundingClientRect().top + window.scrollY));
    };
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: top,
    initialRect: FIRST_WINDOW,
    getItemKey: keyOf,
  });
  const items = virtualizer.getVirtualItems();
  const [head, tail] = [items[0], items.at(-1)];
  return {
    first: head?.index ?? 0,
    end: (tail?.index ?? -1) + 1,
    before: head === undefined ? 0 : head.start - top,
    after: tail === undefined ? 0 : virtualizer.getTotalSize() - (tail.end - top),
    measure: cards ? virtualizer.measureElement : undefined,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'center' }),
  };
}
