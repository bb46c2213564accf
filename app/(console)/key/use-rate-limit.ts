'use client';
import { useSyncExternalStore } from 'react';
import { useSession } from '@/components/shell/session-context';
import { lastRateLimit, onRateLimit } from '@/lib/client/rate-limit';

/** The limit per the last response, else per the claim; null where the index reports neither. */
export function useRateLimit() {
  const { requests_per_minute } = useSession();
  const seen = useSyncExternalStore(onRateLimit, lastRateLimit, () => null);
  return { seen, perMinute: seen?.limit ?? requests_per_minute };
}
