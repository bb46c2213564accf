'use client';
// Whether new rows may appear without a click: only at the top of the page, with the table not in use.
import { useEffect, useState, type RefObject } from 'react';

const NEAR_TOP_PX = 8;

/** The nearest scrolling ancestor; null for the window. */
function scrollerOf(element: Element): Element | null {
  for (let one = element.parentElement; one !== null; one = one.parentElement)
    if (/auto|scroll/.test(getComputedStyle(one).overflowY) && one !== document.body) return one;
  return null;
}

/** True while the scroller is at its top, without a pointer over the table, focus in it, or selected text. */
export function useIdle(region: RefObject<HTMLElement | null>): boolean {
  const [idle, setIdle] = useState(true);
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    const scroller = scrollerOf(element);
    let over = false;
    const update = () => {
      const scrolled = Math.max(scroller?.scrollTop ?? 0, window.scrollY);
      const selecting = window.getSelection()?.isCollapsed === false;
      setIdle(scrolled < NEAR_TOP_PX && !over && !selecting && !element.contains(document.activeElement));
    };
    const enter = (event: PointerEvent) => {
      // A finger that has left the screen fires no pointerleave.
      over = event.pointerType === 'mouse';
      update();
    };
    const leave = () => {
      over = false;
      update();
    };
    element.addEventListener('pointerenter', enter);
    element.addEventListener('pointerleave', leave);
    document.addEventListener('focusin', update);
    document.addEventListener('focusout', update);
    document.addEventListener('selectionchange', update);
    document.addEventListener('scroll', update, { capture: true, passive: true });
    return () => {
      element.removeEventListener('pointerenter', enter);
      element.removeEventListener('pointerleave', leave);
      document.removeEventListener('focusin', update);
      document.removeEventListener('focusout', update);
      document.removeEventListener('selectionchange', update);
      document.removeEventListener('scroll', update, { capture: true });
    };
  }, [region]);
  return idle;
}
