'use client';
// Whether rows may come in by themselves: only while the reader is at the top of the page and does nothing with the table.
import { useEffect, useState, type RefObject } from 'react';

const NEAR_TOP_PX = 8;

/** What scrolls the table: the nearest ancestor that does, else the window. */
function scrollerOf(element: Element): Element | null {
  for (let one = element.parentElement; one !== null; one = one.parentElement)
    if (/auto|scroll/.test(getComputedStyle(one).overflowY) && one !== document.body) return one;
  return null;
}

/** True while the table's scroller is at its top, no pointer is over it, nothing in it has the focus and no text is selected. */
export function useIdle(region: RefObject<HTMLElement | null>): boolean {
  const [idle, setIdle] = useState(true);
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    const scroller = scrollerOf(element);
    let over = false;
    const look = () => {
      const scrolled = Math.max(scroller?.scrollTop ?? 0, window.scrollY);
      const selecting = window.getSelection()?.isCollapsed === false;
      setIdle(scrolled < NEAR_TOP_PX && !over && !selecting && !element.contains(document.activeElement));
    };
    const enter = (event: PointerEvent) => {
      // A finger that has left the screen is not reading; its scroll position says enough.
      over = event.pointerType === 'mouse';
      look();
    };
    const leave = () => {
      over = false;
      look();
    };
    element.addEventListener('pointerenter', enter);
    element.addEventListener('pointerleave', leave);
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', look);
    document.addEventListener('selectionchange', look);
    document.addEventListener('scroll', look, { capture: true, passive: true });
    return () => {
      element.removeEventListener('pointerenter', enter);
      element.removeEventListener('pointerleave', leave);
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', look);
      document.removeEventListener('selectionchange', look);
      document.removeEventListener('scroll', look, { capture: true });
    };
  }, [region]);
  return idle;
}
