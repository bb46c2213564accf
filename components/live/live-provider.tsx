'use client';
import { useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect, useState, type ReactNode } from 'react';
import { useSession } from '@/components/shell/session-context';
import { createLive } from '@/lib/client/live/create-live';
import { LiveContext } from '@/lib/client/live/use-live';
import type { ParamsInput } from '@/lib/contract/endpoints';

interface LiveProviderProps {
  /** The index no longer accepts the key. */
  onSignedOut: () => void;
  children: ReactNode;
}

/** Holds the live connection while the console is open. Must be inside the session provider. */
export function LiveProvider({ onSignedOut, children }: LiveProviderProps) {
  const client = useQueryClient();
  const { index, scopes } = useSession();
  const mayRead = scopes.includes('events:read');
  const [live] = useState(() =>
    createLive(index.host, {
      invalidate: (matches) => client.invalidateQueries({ predicate: ({ queryKey }) => matches(queryKey) }),
      shownExecutions: () =>
        client
          .getQueryCache()
          .findAll({ type: 'active', queryKey: ['executions.get'] })
          .map(({ queryKey }) => (queryKey[1] as ParamsInput<'executions.get'>).execution_object_id),
    }),
  );
  useEffect(() => {
    if (mayRead) return live.start();
    live.connection.refuse('missing_scope');
    return undefined;
  }, [live, mayRead]);
  const path = usePathname();
  useEffect(() => live.newPage(), [live, path]);
  useEffect(
    () =>
      live.connection.subscribe(() => {
        const { status, reason } = live.connection.state();
        if (status === 'closed' && reason === 'unauthenticated') onSignedOut();
      }),
    [live, onSignedOut],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}
