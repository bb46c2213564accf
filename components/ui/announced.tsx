'use client';
import { useEffect, useRef, useState } from 'react';

const EVERY_MS = 10_000;

/** Announces changes to screen readers: at most every ten seconds, always the latest text. */
export function Announced({ words }: { words: string }) {
  const [spoken, setSpoken] = useState('');
  const spokenAt = useRef(-Infinity);
  useEffect(() => {
    const wait = Math.max(0, spokenAt.current + EVERY_MS - performance.now());
    const timer = setTimeout(() => {
      if (words !== '') spokenAt.current = performance.now();
      setSpoken(words);
    }, wait);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <span role="status" className="sr-only">
      {spoken}
    </span>
  );
}
