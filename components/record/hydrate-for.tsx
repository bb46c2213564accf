'use client';
import { HydrationBoundary, type DehydratedState } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactNode } from 'react';
import { asReadHere } from '@/lib/client/answered-at';
import { noteHydrated } from '@/lib/client/known-records';
import { connectionInUse } from '@/lib/client/connection-in-use';
import { hydrateAnswer } from '@/lib/client/queries/dehydrate-answer';

/** Large responses arrive as text (prefetched.tsx). */
const READ = { defaultOptions: { deserializeData: hydrateAnswer } };

interface HydrateForProps {
  /** The connection the server read with. */
  connection: string | null;
  state: DehydratedState;
  children: ReactNode;
}

/** Hydrates what the server prefetched. Another tab may have switched networks since; then the page fetches its own. */
export function HydrateFor({ connection, state, children }: HydrateForProps) {
  const current = connectionInUse();
  const readHere = useMemo(() => asReadHere(state), [state]);
  const otherConnection = current !== undefined && current.id !== connection;
  useEffect(() => {
    if (otherConnection) return;
    for (const { queryKey, state: query } of state.queries) noteHydrated(queryKey, hydrateAnswer(query.data));
  }, [state, otherConnection]);
  return (
    <HydrationBoundary state={otherConnection ? null : readHere} options={READ}>
      {children}
    </HydrationBoundary>
  );
}
