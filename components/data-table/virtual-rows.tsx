'use client';
// The rows in view of a long list on a scrolling page, between two spacers as high as the others; printed, all rows.
// Invariant: table rows have one height unless their text wraps; rows that wrap, and cards on a phone, are measured one by one.
import { useWindowVirtualizer, windowScroll, type VirtualItem } from '@tanstack/react-virtual';
import {
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { useMedia, usePrinting } from '@/components/ui/use-media';
import { Spacer } from './list-row';

interface RowsInView {
  first: number;
  /** One past the last rendered row. */
  end: number;
  /** Height of the rows before and after, in px. */
  before: number;
  after: number;
  /** Set when rows have differing heights. */
  measure: ((element: Element | null) => void) | undefined;
  scrollTo: (index: number) => void;
}

const CARDS = '(max-width: 639px)';
const CARD_PX = 150;
const ROW_PX = 35;
/** So that j finds the next row in the document; a list that opens shows the rows in view first. */
const OVERSCAN = 8;
/** Of a usual window and list, until they are measured: a server renders the rows in view, since more would delay the first paint. */
const FIRST_WINDOW = { width: 1280, height: 900 };
const FIRST_TOP = 280;

/** Heights of rows that wrap their text. */
export interface RowHeights {
  measured: VirtualItem[];
}

/**
 * `list` contains the rows; `keyOf` must stay the same function while the order of rows stays the same. With `heights` the rows wrap their text;
 * the object keeps their heights when the list leaves the page.
 */
export function useVirtualRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  keyOf: (index: number) => string,
  heights?: RowHeights,
): RowsInView {
  const cards = useMedia(CARDS);
  const printing = usePrinting();
  const wraps = heights !== undefined;
  const differ = cards || wraps;
  const [top, setTop] = useState(FIRST_TOP);
  const [rowHeight, setRowHeight] = useState(ROW_PX);
  const [overscan, setOverscan] = useState(0);
  useEffect(() => startTransition(() => setOverscan(OVERSCAN)), []);
  useEffect(() => {
    // Fonts and text size change the rows' height; content above the list moves it.
    const observer = new ResizeObserver(() => {
      const body = list.current?.querySelector('tbody')?.getBoundingClientRect();
      const row = list.current?.querySelector('tr[data-row]:not(:last-child)')?.getBoundingClientRect();
      if (body !== undefined) setTop(Math.round(body.top + window.scrollY));
      if (row !== undefined && row.height > 0 && !wraps) setRowHeight(row.height);
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list, wraps]);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
  }, []);
  const virtualizer = useWindowVirtualizer({
    count,
    // Mounting, it would scroll the window to where it is: the browser would lay out the whole page within React's commit.
    scrollToFn: (...args) => {
      if (isMounted.current) windowScroll(...args);
    },
    estimateSize: () => (cards ? CARD_PX : rowHeight),
    overscan,
    scrollMargin: top,
    initialRect: FIRST_WINDOW,
    // Sizes are remembered by key; rows of one height have none to remember.
    ...(differ && { getItemKey: keyOf }),
    ...(wraps && { initialMeasurementsCache: heights.measured }),
  });
  useLayoutEffect(() => {
    if (!wraps) virtualizer.measure();
  }, [virtualizer, wraps, cards, rowHeight]);
  useEffect(() => {
    if (heights === undefined) return;
    return () => {
      heights.measured = virtualizer.measurementsCache;
    };
  }, [virtualizer, heights]);
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index, { align: 'center' });
  if (printing) return { first: 0, end: count, before: 0, after: 0, measure: undefined, scrollTo };
  const items = virtualizer.getVirtualItems();
  const [head, tail] = [items[0], items.at(-1)];
  return {
    first: head?.index ?? 0,
    end: (tail?.index ?? -1) + 1,
    before: head === undefined ? 0 : head.start - top,
    after: tail === undefined ? 0 : virtualizer.getTotalSize() - (tail.end - top),
    measure: differ ? virtualizer.measureElement : undefined,
    scrollTo,
  };
}

interface VirtualRowsProps {
  count: number;
  columns: number;
  table: RefObject<HTMLTableElement | null>;
  keyOf: (index: number) => string;
  render: (index: number) => ReactNode;
}

export function VirtualRows({ count, columns, table, keyOf, render }: VirtualRowsProps) {
  const { first, end, before, after } = useVirtualRows(table, count, keyOf);
  return (
    <>
      <Spacer height={before} columns={columns} />
      {Array.from({ length: end - first }, (_, index) => render(first + index))}
      <Spacer height={after} columns={columns} />
    </>
  );
}
