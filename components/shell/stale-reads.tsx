'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AgedNote } from '@/components/data-table/table-states';
import { staleReads, type StaleRead } from '@/lib/client/stale-reads';

/** Answers are looked over at most this often: a page can have dozens of them under way. */
const EVERY_MS = 250;

function useStaleReads(): readonly StaleRead[] {
  const cache = useQueryClient().getQueryCache();
  const [stale, setStale] = useState<readonly StaleRead[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      const found = staleReads(cache);
      setStale((before) => (before.length === 0 && found.length === 0 ? before : found));
    };
    const leave = cache.subscribe(() => (timer ??= setTimeout(look, EVERY_MS)));
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [cache]);
  return stale;
}

/** Above a page: parts of it that could not be refreshed stay, and this says how old they are and why. */
export function StaleReads() {
  const client = useQueryClient();
  const stale = useStaleReads();
  const oldest = stale[0];
  if (oldest === undefined) return null;
  const what = stale.length === 1 ? 'A part of this page' : `${stale.length} parts of this page`;
  return (
    <AgedNote
      what={what}
      failure={oldest.failure}
      answered_at={oldest.answered_at}
      onRetry={() =>
        void client.refetchQueries({ type: 'active', predicate: (query) => query.state.error !== null })
      }
      className="mb-3 rounded-md border border-line bg-surface"
    />
  );
}
