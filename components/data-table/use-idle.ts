'use client';
import { useEffect, useState, type RefObject } from 'react';

const NEAR_TOP_PX = 8;
const SELECTED = '[data-row][aria-selected="true"]';

/** The nearest scrolling ancestor; null for the window. */
function scrollerOf(element: Element): Element | null {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY) && parent !== document.body) return parent;
  return null;
}

/**
 * Whether rows may move without a click: only while the scroller is at its top, without a pointer over the table,
 * focus in it, a selected row, or selected text.
 */
export function useIdle(region: RefObject<HTMLElement | null>): boolean {
  const [idle, setIdle] = useState(true);
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    const scroller = scrollerOf(element);
    // A page that opens below the pointer fires no event.
    let over = matchMedia('(hover: hover)').matches && element.matches(':hover');
    const update = () => {
      const scrolled = Math.max(scroller?.scrollTop ?? 0, window.scrollY);
      const selecting = window.getSelection()?.isCollapsed === false;
      const inUse = element.contains(document.activeElement) || element.querySelector(SELECTED) !== null;
      setIdle(scrolled < NEAR_TOP_PX && !over && !selecting && !inUse);
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
    update();
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
