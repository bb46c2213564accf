'use client';
// What an id names, beside its link: the pointer rests on it for a moment, and one request tells. One layer for all links, as the tips have it.
// Invariant: it is for the pointer alone (by keyboard the row's panel and the page tell the same); it can be pointed at, and Escape closes it.
import { lazy, Suspense, useEffect, useState } from 'react';
import { cardOf, type CardOf } from './card-target';

const HoverCard = lazy(async () => ({ default: (await import('./hover-card')).HoverCard }));

const REST_MS = 450;
/** Time to get from the link to the card. */
const LEAVE_MS = 180;
const WIDTH_PX = 300;
const ROOM_PX = 190;

interface Shown extends CardOf {
  left: number;
  /** From the top of the window, or from its bottom where there is no room below. */
  top?: number;
  bottom?: number;
}

function placed(of: CardOf, link: Element): Shown {
  const box = link.getBoundingClientRect();
  const left = Math.max(8, Math.min(box.left, window.innerWidth - WIDTH_PX - 8));
  return box.bottom + ROOM_PX < window.innerHeight
    ? { ...of, left, top: box.bottom + 4 }
    : { ...of, left, bottom: window.innerHeight - box.top + 4 };
}

export function HoverCards() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let link: Element | null = null;
    let title: string | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      // The browser's own tip would lie over the card: the link has its title back when it is left.
      if (link !== null && title !== null) link.setAttribute('title', title);
      link = null;
      setShown(null);
    };
    const over = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || !(event.target instanceof Element)) return;
      if (event.target.closest('[data-hover-card]') !== null) return clearTimeout(timer);
      const found = event.target.closest('[data-same-id] a[href], a[href][data-same-id]');
      if (found === link && found !== null) return;
      if (link !== null) {
        clearTimeout(timer);
        timer = setTimeout(hide, LEAVE_MS);
      }
      const of = found === null ? null : cardOf(found.getAttribute('href') ?? '');
      if (found === null || of === null) return;
      hide();
      link = found;
      title = found.getAttribute('title');
      found.removeAttribute('title');
      timer = setTimeout(() => found.isConnected && setShown(placed(of, found)), REST_MS);
    };
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    const inside = (event: Event) =>
      !(event.target instanceof Element && event.target.closest('[data-hover-card]') !== null) && hide();
    document.addEventListener('pointerover', over);
    document.addEventListener('keydown', key);
    document.addEventListener('pointerdown', inside);
    document.addEventListener('scroll', inside, true);
    return () => {
      hide();
      document.removeEventListener('pointerover', over);
      document.removeEventListener('keydown', key);
      document.removeEventListener('pointerdown', inside);
      document.removeEventListener('scroll', inside, true);
    };
  }, []);
  if (shown === null) return null;
  const { family, id, ...place } = shown;
  return (
    <div
      data-hover-card={family}
      className="fixed z-40 w-[300px] max-w-[calc(100vw-16px)] rounded-md border border-line-strong bg-surface-2 p-3 shadow-pop"
      style={place}
    >
      <Suspense fallback={<p className="text-3">One moment…</p>}>
        <HoverCard family={family} id={id} />
      </Suspense>
    </div>
  );
}
