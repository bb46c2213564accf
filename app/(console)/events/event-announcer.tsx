'use client';
import { useEffect, useRef, useState } from 'react';
import type { EventView } from '@/lib/client/live/event-view';
import { counted } from '@/lib/view/amount';

const EVERY_MS = 10_000;

/** Announces the number of new matching events to screen readers, at most every ten seconds. */
export function EventAnnouncer({ view }: { view: EventView }) {
  const announced = useRef(0);
  const [text, setText] = useState('');
  useEffect(() => {
    announced.current = view.state().received;
    const timer = setInterval(() => {
      const { received } = view.state();
      const fresh = received - announced.current;
      announced.current = received;
      if (fresh > 0) setText(counted(fresh, 'new event'));
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [view]);
  return (
    <div aria-live="polite" className="sr-only" data-announcer>
      {text}
    </div>
  );
}
