'use client';
// The rows in sight of a long table whose rows are all as high. Those in sight are drawn with the scrolling itself, so that no frame shows a blank;
// those beyond the edges afterwards, in pieces, and not while a flick leaps over them, so that a turn of the wheel never holds up the page.
import { startTransition, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { missing, roomy, rowsBetween, touches, type RowSpan } from './row-span';
import type { VirtualRows } from './use-virtual-rows';

/** What a server draws: the rows of a window of the usual height, each as high as on the drawing. */
const FIRST: RowSpan = { first: 0, end: 40 };
const ROW_PX = 35;
/** What stands still at the window's top and covers rows, where the page does not say so itself (`--rows-below`). */
const TOP_BAR_PX = 48;
/** A flick has come to rest. */
const REST_MS = 150;

/** `list` holds the rows; nothing is looked at while it is not `on`. */
export function useEvenRows(list: RefObject<HTMLElement | null>, count: number, on: boolean): VirtualRows {
  const [span, setSpan] = useState(FIRST);
  const [height, setHeight] = useState(ROW_PX);
  /** As drawn last, for what happens between two drawings. */
  const drawn = useRef({ span, height, count });
  useLayoutEffect(() => {
    drawn.current = { span, height, count };
  });

  useEffect(() => {
    const element = list.current;
    if (!on || element === null) return;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const look = ({ now = false } = {}) => {
      const body = element.querySelector('tbody');
      if (body === null) return;
      const { span: stands, height: each, count: all } = drawn.current;
      const covered = Number.parseFloat(getComputedStyle(element).getPropertyValue('--rows-below'));
      const above = -body.getBoundingClientRect().top;
      const from = above + (Number.isNaN(covered) ? TOP_BAR_PX : covered);
      const sight = rowsBetween(from, above + window.innerHeight, each, all);
      const needed = missing(stands, sight);
      if (needed !== undefined && now) flushSync(() => setSpan(needed));
      else if (needed !== undefined) setSpan(needed);
      // During a flick nothing is drawn beyond the edges: the next turn of the wheel leaps over it.
      if (needed !== undefined && !touches(stands, sight)) {
        clearTimeout(rest);
        rest = setTimeout(() => {
          rest = undefined;
          look();
        }, REST_MS);
      }
      if (rest !== undefined) return;
      const wanted = roomy(needed ?? stands, sight);
      if (wanted !== undefined) startTransition(() => setSpan(wanted));
    };
    const scrolled = () => look({ now: true });
    // A choice of density changes the rows' height; rows that come change the list's.
    const observer = new ResizeObserver(() => {
      const row = element.querySelector('tr[data-row]:not(:last-child)')?.getBoundingClientRect();
      if (row !== undefined && row.height > 0) setHeight(row.height);
      look();
    });
    observer.observe(element);
    window.addEventListener('scroll', scrolled, { passive: true });
    window.addEventListener('resize', scrolled);
    return () => {
      clearTimeout(rest);
      observer.disconnect();
      window.removeEventListener('scroll', scrolled);
      window.removeEventListener('resize', scrolled);
    };
  }, [list, on]);

  const end = Math.min(span.end, count);
  const first = Math.min(span.first, end);
  return {
    first,
    end,
    before: first * height,
    after: (count - end) * height,
    measure: undefined,
    scrollTo(index) {
      const top = list.current?.querySelector('tbody')?.getBoundingClientRect().top ?? 0;
      window.scrollBy({ top: top + (index + 0.5) * height - window.innerHeight / 2 });
    },
  };
}
