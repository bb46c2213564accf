'use client';
// The rows in sight of a long table whose rows are all as high. Those in sight are drawn with the scrolling itself, so that no frame shows a blank;
// those beyond the edges afterwards, in pieces, so that a turn of the wheel never holds up the page.
import { startTransition, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { missing, roomy, rowsBetween, type RowSpan } from './row-span';
import type { VirtualRows } from './use-virtual-rows';

/** What a server draws: the rows of a window of the usual height, each as high as on the drawing. */
const FIRST: RowSpan = { first: 0, end: 40 };
const ROW_PX = 35;

/** Where the rows begin on the page, and how high each is, in px. */
interface Ground {
  top: number;
  height: number;
}

function groundOf(list: HTMLElement | null): Ground | undefined {
  const body = list?.querySelector('tbody');
  if (body === null || body === undefined) return undefined;
  const row = body.querySelector('tr[data-row]:not(:last-child)');
  return {
    top: Math.round(body.getBoundingClientRect().top + window.scrollY),
    height: row?.getBoundingClientRect().height || ROW_PX,
  };
}

/** `list` holds the rows; nothing is looked at while it is not `on`. */
export function useEvenRows(list: RefObject<HTMLElement | null>, count: number, on: boolean): VirtualRows {
  const [span, setSpan] = useState(FIRST);
  const [ground, setGround] = useState<Ground>({ top: 0, height: ROW_PX });
  /** As drawn last, for what happens between two drawings. */
  const drawn = useRef({ span, ground, count });
  useLayoutEffect(() => {
    drawn.current = { span, ground, count };
  });

  useEffect(() => {
    if (!on) return;
    const look = ({ now = false } = {}) => {
      const { span: stands, ground: at, count: all } = drawn.current;
      const from = window.scrollY - at.top;
      const sight = rowsBetween(from, from + window.innerHeight, at.height, all);
      const needed = missing(stands, sight);
      if (needed !== undefined && now) flushSync(() => setSpan(needed));
      else if (needed !== undefined) setSpan(needed);
      const wanted = roomy(needed ?? stands, sight, all);
      if (wanted !== undefined) startTransition(() => setSpan(wanted));
    };
    const scrolled = () => look({ now: true });
    // What stands above the rows can change its height at any time: notes, filters that wrap; a choice of density that of the rows.
    const observer = new ResizeObserver(() => {
      const found = groundOf(list.current);
      if (found === undefined) return;
      const { ground: at } = drawn.current;
      if (found.top !== at.top || found.height !== at.height) {
        drawn.current.ground = found;
        setGround(found);
      }
      look();
    });
    observer.observe(document.body);
    window.addEventListener('scroll', scrolled, { passive: true });
    window.addEventListener('resize', scrolled);
    return () => {
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
    before: first * ground.height,
    after: (count - end) * ground.height,
    measure: undefined,
    scrollTo(index) {
      const { top, height } = groundOf(list.current) ?? ground;
      window.scrollTo({ top: top + (index + 0.5) * height - window.innerHeight / 2 });
    },
  };
}
