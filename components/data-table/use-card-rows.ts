'use client';
// The visible cards of a long list on a phone; each card is measured when it is rendered.
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useState, type RefObject } from 'react';
import type { VirtualRows } from './use-virtual-rows';

const CARD_PX = 150;
const OVERSCAN = 6;
const FIRST_WINDOW = { width: 390, height: 844 };

export function useCardRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  keyOf: (index: number) => string,
  on: boolean,
): VirtualRows {
  const [top, setTop] = useState(0);
  useEffect(() => {
    if (!on) return;
    const observer = new ResizeObserver(() => {
      const body = list.current?.querySelector('tbody');
      if (body !== null && body !== undefined)
        setTop(Math.round(body.getBoundingClientRect().top + window.scrollY));
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list, on]);
  const virtualizer = useWindowVirtualizer({
    enabled: on,
    count: on ? count : 0,
    estimateSize: () => CARD_PX,
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
    measure: virtualizer.measureElement,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'center' }),
  };
}
