'use client';
import { useEffect, useState, type RefObject } from 'react';

const NEAR_TOP_PX = 8;

/** The nearest scrolling ancestor; null for the window. */
function scrollerOf(element: Element): Element | null {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY) && parent !== document.body) return parent;
  return null;
}

/**
 * Whether new rows may appear without a click: only while the scroller is at its top, without a pointer over the
 * table, focus in it, or selected text.
 */
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
      // A lifted finger fires no pointerleave.
      over = event.pointerType === 'mouse';
      update();
    };
    const leave = () => {
      over = false;
      update();
    };
    const mounted = new AbortController();
    const { signal } = mounted;
    element.addEventListener('pointerenter', enter, { signal });
    element.addEventListener('pointerleave', leave, { signal });
    for (const name of ['focusin', 'focusout', 'selectionchange'])
      document.addEventListener(name, update, { signal });
    document.addEventListener('scroll', update, { capture: true, passive: true, signal });
    return () => mounted.abort();
  }, [region]);
  return idle;
}
