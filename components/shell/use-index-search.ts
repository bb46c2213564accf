'use client';
// Searches the index for a text after a pause in typing. Invariant: only the response to the current text is shown.
import { useEffect, useEffectEvent, useState } from 'react';
import type { Hit } from '@/lib/client/omnibox-search';

export interface IndexFinding {
  hits: Hit[];
  tried: { what: string; outcome: string }[];
}

/** Aborted when the text changes. */
export type FindInIndex = (text: string, signal: AbortSignal) => Promise<IndexFinding>;

const PAUSE_MS = 180;
const NOTHING: IndexFinding = { hits: [], tried: [] };
const FAILED: IndexFinding = { hits: [], tried: [{ what: 'the index', outcome: 'failed' }] };

interface IndexSearch {
  find: FindInIndex;
  /** Null: the index is not searched. */
  text: string | null;
  onFound: (hits: IndexFinding['hits']) => void;
}

export function useIndexSearch({ find, text, onFound }: IndexSearch) {
  const [result, setResult] = useState<{ text: string; finding: IndexFinding } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const foundLatest = useEffectEvent(onFound);

  useEffect(() => {
    if (text === null) return;
    const abort = new AbortController();
    const search = async () => {
      const finding = await find(text, abort.signal).catch(() => FAILED);
      if (abort.signal.aborted) return;
      setResult({ text, finding });
      foundLatest(finding.hits);
    };
    const timer = setTimeout(() => void search(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [find, text, attempt]);

  const isCurrent = text !== null && result?.text === text;
  const finding = isCurrent ? result.finding : NOTHING;
  return {
    loading: text !== null && !isCurrent,
    ...finding,
    failed: finding.tried.some(({ outcome }) => outcome === 'failed'),
    retry: () => {
      setResult(null);
      setAttempt(attempt + 1);
    },
  };
}
