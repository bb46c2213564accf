'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AgedNote } from '@/components/data-table/table-states';
import { staleReads, type StaleRead } from '@/lib/client/query-client';

/** The cache changes dozens of times a second while a page loads. */
const EVERY_MS = 250;

function useStaleReads(): readonly StaleRead[] {
  const cache = useQueryClient().getQueryCache();
  const [stale, setStale] = useState<readonly StaleRead[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      timer = undefined;
      const found = staleReads(cache);
      setStale((before) => (before.length === 0 && found.length === 0 ? before : found));
    };
    const unsubscribe = cache.subscribe(() => (timer ??= setTimeout(check, EVERY_MS)));
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [cache]);
  return stale;
}

/** Says which parts of a page couldn't be refreshed, how old they are and why. */
export function StaleReads() {
  const client = useQueryClient();
  const stale = useStaleReads();
  const oldest = stale[0];
  if (oldest === undefined) return null;
  const what = stale.length === 1 ? 'Part of this page' : `${stale.length} parts of this page`;
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
