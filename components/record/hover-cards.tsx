'use client';
// Previews of the record behind a hovered link: one layer for all links, one request per card.
// Invariant: pointer only (the row preview serves the keyboard); the card can be hovered, and Escape closes it.
import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { labelTarget, type LabelTarget } from '@/components/labels/label-target';
import { Button } from '@/components/ui/button';
import { recordOf } from '@/lib/view/paths';
import type { CardPage } from './hover-card';

const HoverCard = dynamic(async () => (await import('./hover-card')).HoverCard, {
  loading: () => <p className="text-3">Loading…</p>,
});

const LabelDialog = dynamic(async () => (await import('@/components/labels/label-dialog')).LabelDialog);

const REST_MS = 450;
/** Time to move from the link to the card. */
const LEAVE_MS = 180;
const WIDTH_PX = 300;
const ROOM_PX = 220;

interface Shown {
  page: CardPage;
  id: string;
  left: number;
  /** Measured from the bottom where there is no room below. */
  top?: number;
  bottom?: number;
}

/** The card of a link's record, beside the link; null for a link without one. */
function cardOf(link: Element): Shown | null {
  const record = recordOf(link.getAttribute('href') ?? '');
  if (record === null || record.page === 'address') return null;
  const { page, id } = record;
  if (page !== 'tools' && !id.startsWith('0x')) return null;
  const box = link.getBoundingClientRect();
  const left = Math.max(8, Math.min(box.left, window.innerWidth - WIDTH_PX - 8));
  return box.bottom + ROOM_PX < window.innerHeight
    ? { page, id, left, top: box.bottom + 4 }
    : { page, id, left, bottom: window.innerHeight - box.top + 4 };
}

export function HoverCards() {
  const [card, setCard] = useState<Shown | null>(null);
  const [editing, setEditing] = useState<LabelTarget | null>(null);
  useEffect(() => {
    let link: Element | null = null;
    let title: string | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      // The title was removed so that the browser's tooltip doesn't cover the card.
      if (link !== null && title !== null) link.setAttribute('title', title);
      link = null;
      setCard(null);
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
      if (found === null || cardOf(found) === null) return;
      hide();
      link = found;
      title = found.getAttribute('title');
      found.removeAttribute('title');
      timer = setTimeout(() => found.isConnected && setCard(cardOf(found)), REST_MS);
    };
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    const outside = (event: Event) =>
      !(event.target instanceof Element && event.target.closest('[data-hover-card]') !== null) && hide();
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener('pointerover', over, { signal });
    document.addEventListener('keydown', key, { signal });
    document.addEventListener('pointerdown', outside, { signal });
    document.addEventListener('scroll', outside, { capture: true, signal });
    return () => {
      hide();
      listeners.abort();
    };
  }, []);
  if (editing !== null) return <LabelDialog target={editing} onClose={() => setEditing(null)} />;
  if (card === null) return null;
  const { page, id, ...place } = card;
  const target = labelTarget(card);
  return (
    <div
      data-hover-card={page}
      className="fixed z-40 w-[300px] max-w-[calc(100vw-16px)] rounded-md border border-line-strong bg-surface-2 p-3 shadow-pop"
      style={place}
    >
      <HoverCard page={page} id={id} />
      {target !== null && (
        <Button
          tone="quiet"
          size="small"
          className="mt-1.5 -ml-2"
          onClick={() => {
            setCard(null);
            setEditing(target);
          }}
        >
          Edit label
        </Button>
      )}
    </div>
  );
}
