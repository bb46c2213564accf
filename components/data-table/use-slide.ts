'use client';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { prefersReducedMotion } from '@/components/ui/use-media';

/** Much shorter than the time between two changes of live rows (event-store.ts): on a slow machine a slide begins late. */
const SLIDE_MS = 120;

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
    if (place < 1 || keys[place + 1] !== second || prefersReducedMotion()) return;
    const elements = body.current?.querySelectorAll<HTMLElement>('[data-row]');
    const distance = (elements?.[place]?.offsetTop ?? 0) - (elements?.[0]?.offsetTop ?? 0);
    if (body.current === null || distance <= 0) return;
    // Not 0 while they still slide: they go on from where they are.
    const offset = new DOMMatrix(getComputedStyle(body.current).transform).m42;
    body.current.animate([{ transform: `translateY(${offset - distance}px)` }, { transform: 'none' }], {
      duration: SLIDE_MS,
      easing: 'ease-out',
    });
  }, [body, keys]);
}
