'use client';
import { HydrationBoundary, type DehydratedState } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { connectionInUse } from '@/lib/client/connection-in-use';
import { fromText } from '@/lib/client/queries/sent-as-text';

/** Large answers come as texts (prefetched.tsx). */
const READ = { defaultOptions: { deserializeData: fromText } };

interface HydrateForProps {
  /** The connection the server read with: the one in use when the page was asked for. */
  connection: string | null;
  state: DehydratedState;
  children: ReactNode;
}

/**
 * Takes over what the server has read, if it read for this document's connection. Another tab may have switched networks since this document was
 * loaded; then the page below asks by itself, for its own.
 */
export function HydrateFor({ connection, state, children }: HydrateForProps) {
  const own = connectionInUse();
  const foreign = own !== undefined && own.id !== connection;
  return (
    <HydrationBoundary state={foreign ? null : state} options={READ}>
      {children}
    </HydrationBoundary>
  );
}
