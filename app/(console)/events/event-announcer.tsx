'use client';
import { useEffect, useRef, useState } from 'react';
import { useLive } from '@/lib/client/live/use-live';
import { counted } from '@/lib/view/counted';

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
      if (more > 0) setWords(counted(more, 'new event'));
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [feed]);
  return (
    <div aria-live="polite" className="sr-only" data-announcer>
      {words}
    </div>
  );
}
