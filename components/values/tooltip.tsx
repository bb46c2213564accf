'use client';
import { useEffect, useRef, useState } from 'react';
import { absoluteTime } from '@/lib/view/time';

interface Shown {
  text: string;
  /** Middle of the element and the edge the tooltip hangs from, in window pixels. */
  x: number;
  y: number;
  above: boolean;
}

const DELAY_MS = 200;
/** The text of an element's tooltip; for a time, with the local time as well. */
function tipOf(element: Element): string | null {
  const tip = element.getAttribute('data-tip');
  const at = element instanceof HTMLTimeElement ? Date.parse(element.dateTime) : Number.NaN;
  if (tip === null || Number.isNaN(at)) return tip;
  return tip.replace('\n', `\n${absoluteTime(at, 'local', { precise: true })} (local)\n`);
}

/** Elements with a tap action besides the tooltip. */
const CONTROL = 'a[href], button, input, select, textarea, summary, label';

/** The one tooltip, for every element with `data-tip`: shown on hover, keyboard focus and tap, hidden by Escape, click
 * and where a scroll moves the element. It is visual only; the element says the same to screen readers in its own words. */
export function Tooltip() {
  const [tip, setTip] = useState<Shown | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    let current: Element | null = null;
    /** Where the current element was when its tooltip appeared; null until then. */
    let anchor: DOMRect | null = null;
    const hide = () => {
      clearTimeout(timer.current);
      current = null;
      anchor = null;
      setTip(null);
    };
    const show = (element: Element) => {
      const text = tipOf(element);
      // Its menu is in the tooltip's place.
      if (element.getAttribute('aria-expanded') === 'true') return;
      if (!element.isConnected || text === null || text === '') return;
      const box = element.getBoundingClientRect();
      anchor = box;
      const above = box.bottom + 90 > window.innerHeight;
      setTip({
        text,
        x: box.left + box.width / 2,
        y: above ? box.top - 5 : box.bottom + 5,
        above,
      });
    };
    const showLater = (element: Element) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => show(element), DELAY_MS);
    };
    const tipAt = ({ target }: Event) => (target instanceof Element ? target.closest('[data-tip]') : null);
    const over = (event: Event) => {
      const target = tipAt(event);
      // A finger does not hover: its tap follows.
      if (target === current || (event instanceof PointerEvent && event.pointerType === 'touch')) return;
      hide();
      current = target;
      if (target) showLater(target);
    };
    const focused = (event: Event) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) over(event);
    };
    let isTouch = false;
    /** The element whose tooltip was visible when the tap began: a second tap hides it. */
    let before: Element | null = null;
    const pressed = (event: PointerEvent) => {
      before = anchor === null ? null : current;
      isTouch = event.pointerType === 'touch';
      hide();
    };
    const clicked = (event: MouseEvent) => {
      // Not compared with what was pressed: a live row may be rendered again between finger and click.
      const target = tipAt(event);
      if (target === null || !isTouch || target.closest(CONTROL) !== null) return;
      // A title that is cut off opens its row.
      if (target.textContent === target.getAttribute('data-tip')) return;
      // The row around it does not open.
      event.preventDefault();
      if (target === before) return;
      current = target;
      show(target);
    };
    const scrolled = () => {
      if (current === null) return;
      // Focus scrolls to its element first.
      if (anchor === null) return showLater(current);
      const { left, top } = current.getBoundingClientRect();
      // It stays in place where the scroll began before the tap, is of another part, or makes up for rows that arrived above.
      if (Math.hypot(left - anchor.left, top - anchor.top) >= 1) hide();
    };
    document.addEventListener('pointerover', over, { signal });
    document.addEventListener('focusin', focused, { signal });
    document.addEventListener('focusout', hide, { signal });
    document.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), { signal });
    document.addEventListener('pointerdown', pressed, { signal });
    document.addEventListener('click', clicked, { capture: true, signal });
    document.addEventListener('scroll', scrolled, { capture: true, signal });
    return () => {
      clearTimeout(timer.current);
      listeners.abort();
    };
  }, []);

  if (!tip) return null;
  // At most 320 px wide, and always inside the window.
  const half = Math.min(160, window.innerWidth / 2 - 8);
  const x = Math.min(Math.max(tip.x, half + 8), window.innerWidth - half - 8);
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed z-[60] flex w-80 max-w-[calc(100vw-16px)] justify-center"
      style={{ left: x, top: tip.y, transform: `translate(-50%, ${tip.above ? '-100%' : '0'})` }}
    >
      <div className="rounded-sm border border-line-strong bg-surface-3 px-2 py-1 text-xs break-words whitespace-pre-line text-text shadow-pop">
        {tip.text}
      </div>
    </div>
  );
}
