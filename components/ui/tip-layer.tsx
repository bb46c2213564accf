'use client';
import { useEffect, useRef, useState } from 'react';

interface Shown {
  text: string;
  /** Middle of the element, and the edge the tip hangs from, in pixels of the window. */
  x: number;
  y: number;
  above: boolean;
}

const DELAY_MS = 200;

/**
 * One tooltip for every element with `data-tip`: a table of a thousand cells needs no thousand components.
 * Shows on hover and on keyboard focus, hides on Escape, scroll and click. It is for eyes only: whoever sets
 * `data-tip` says the same to screen readers in the element's own words.
 */
export function TipLayer() {
  const [shown, setShown] = useState<Shown | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    let current: Element | null = null;
    const hide = () => {
      clearTimeout(timer.current);
      current = null;
      setShown(null);
    };
    const show = (element: Element) => {
      const text = element.getAttribute('data-tip');
      if (!element.isConnected || text === null || text === '') return;
      const box = element.getBoundingClientRect();
      const above = box.bottom + 90 > window.innerHeight;
      setShown({ text, x: box.left + box.width / 2, y: above ? box.top - 5 : box.bottom + 5, above });
    };
    const over = (event: Event) => {
      const found = event.target instanceof Element ? event.target.closest('[data-tip]') : null;
      if (found === current) return;
      hide();
      current = found;
      if (found) timer.current = setTimeout(() => show(found), DELAY_MS);
    };
    const focused = (event: Event) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) over(event);
    };
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    document.addEventListener('pointerover', over);
    document.addEventListener('focusin', focused);
    document.addEventListener('focusout', hide);
    document.addEventListener('keydown', key);
    document.addEventListener('pointerdown', hide);
    document.addEventListener('scroll', hide, true);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener('pointerover', over);
      document.removeEventListener('focusin', focused);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('keydown', key);
      document.removeEventListener('pointerdown', hide);
      document.removeEventListener('scroll', hide, true);
    };
  }, []);

  if (!shown) return null;
  // Kept inside the window: a tip is at most 320 px wide.
  const half = Math.min(160, window.innerWidth / 2 - 8);
  const x = Math.min(Math.max(shown.x, half + 8), window.innerWidth - half - 8);
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed z-[60] flex w-80 max-w-[calc(100vw-16px)] justify-center"
      style={{ left: x, top: shown.y, transform: `translate(-50%, ${shown.above ? '-100%' : '0'})` }}
    >
      <div className="rounded-sm border border-line-strong bg-surface-3 px-2 py-1 text-xs break-words whitespace-pre-line text-text shadow-pop">
        {shown.text}
      </div>
    </div>
  );
}
