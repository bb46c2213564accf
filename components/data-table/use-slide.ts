'use client';
import { useLayoutEffect, useRef, type RefObject } from 'react';

const SLIDE_MS = 160;
const REDUCED = '(prefers-reduced-motion: reduce)';

/**
 * Slides rows down when others arrive above them: the eye can follow, and a moved row is no layout shift, as it would be if it jumped.
 * `keys`: of the rows, which are elements with `data-row`.
 */
export function useSlide(body: RefObject<HTMLElement | null>, keys: readonly string[]): void {
  const before = useRef<readonly string[]>(keys);
  useLayoutEffect(() => {
    const [first, second] = before.current;
    before.current = keys;
    const place = first === undefined ? -1 : keys.indexOf(first);
    // Others than before between the rows: they were sorted or filtered, and nothing arrived.
    if (place < 1 || keys[place + 1] !== second || matchMedia(REDUCED).matches) return;
    const rows = body.current?.querySelectorAll<HTMLElement>('[data-row]');
    const distance = (rows?.[place]?.offsetTop ?? 0) - (rows?.[0]?.offsetTop ?? 0);
    if (distance > 0)
      // Added to that of rows that arrived a moment ago.
      body.current?.animate([{ transform: `translateY(${-distance}px)` }, { transform: 'none' }], {
        duration: SLIDE_MS,
        easing: 'ease-out',
        composite: 'add',
      });
  }, [body, keys]);
}
