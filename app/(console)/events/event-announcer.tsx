'use client';
import { useEffect, useRef, useState } from 'react';
import { useLive } from '@/lib/client/live/use-live';
import { groupDigits } from '@/lib/view/amount';

const EVERY_MS = 10_000;

/** Tells a screen reader how many events came: at most every ten seconds, and only when some did. */
export function EventAnnouncer() {
  const { feed } = useLive();
  const told = useRef(feed.snapshot().received);
  const [words, setWords] = useState('');
  useEffect(() => {
    const timer = setInterval(() => {
      const { received } = feed.snapshot();
      const more = received - told.current;
      told.current = received;
      if (more > 0) setWords(`${groupDigits(more)} new ${more === 1 ? 'event' : 'events'}`);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [feed]);
  return (
    <div aria-live="polite" className="sr-only" data-announcer>
      {words}
    </div>
  );
}
