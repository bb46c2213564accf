'use client';
// The visible rows of a long table whose rows have one height. Invariant: visible rows are rendered synchronously while scrolling, so no frame
// is blank; rows beyond the edges follow in a transition, and not during a fast flick, so scrolling stays smooth.
import { startTransition, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { missing, roomy, rowsBetween, touches, type RowSpan } from './row-span';
import type { VirtualRows } from './use-virtual-rows';

/** What a server renders: a window of the usual height. */
const FIRST: RowSpan = { first: 0, end: 40 };
const ROW_PX = 35;
/** Height of what covers rows at the window's top, unless the page sets `--rows-below`. */
const TOP_BAR_PX = 48;
/** A flick has ended after this long without a scroll. */
const REST_MS = 150;

export function useEvenRows(list: RefObject<HTMLElement | null>, count: number, on: boolean): VirtualRows {
  const [span, setSpan] = useState(FIRST);
  const [height, setHeight] = useState(ROW_PX);
  /** The last rendered state, for scroll events. */
  const rendered = useRef({ span, height, count });
  useLayoutEffect(() => {
    rendered.current = { span, height, count };
  });

  useEffect(() => {
    const element = list.current;
    if (!on || element === null) return;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const update = ({ now = false } = {}) => {
      const body = element.querySelector('tbody');
      if (body === null) return;
      const { span: current, height: each, count: all } = rendered.current;
      const covered = Number.parseFloat(getComputedStyle(element).getPropertyValue('--rows-below'));
      const above = -body.getBoundingClientRect().top;
      const from = above + (Number.isNaN(covered) ? TOP_BAR_PX : covered);
      const sight = rowsBetween(from, above + window.innerHeight, each, all);
      const needed = missing(current, sight);
      if (needed !== undefined && now) flushSync(() => setSpan(needed));
      else if (needed !== undefined) setSpan(needed);
      // During a flick, rows beyond the edges would be skipped anyway.
      if (needed !== undefined && !touches(current, sight)) {
        clearTimeout(rest);
        rest = setTimeout(() => {
          rest = undefined;
          update();
        }, REST_MS);
      }
      if (rest !== undefined) return;
      const wanted = roomy(needed ?? current, sight);
      if (wanted !== undefined) startTransition(() => setSpan(wanted));
    };
    const scrolled = () => update({ now: true });
    // Row density changes the rows' height, new rows change the list's.
    const observer = new ResizeObserver(() => {
      const row = element.querySelector('tr[data-row]:not(:last-child)')?.getBoundingClientRect();
      if (row !== undefined && row.height > 0) setHeight(row.height);
      update();
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
