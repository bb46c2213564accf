'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useSession } from '@/components/shell/session-context';
import { createBrowserLive } from '@/lib/client/live/browser-live';
import { LiveContext } from '@/lib/client/live/use-live';

interface LiveProviderProps {
  /** The index does not accept the key any more. */
  onSignedOut: () => void;
  children: ReactNode;
}

/** Keeps the live connection while the console is open, and refreshes what the events make old. Stands inside the session's provider. */
export function LiveProvider({ onSignedOut, children }: LiveProviderProps) {
  const client = useQueryClient();
  const { index, scopes } = useSession();
  const mayRead = scopes.includes('events:read');
  const [live] = useState(() =>
    createBrowserLive(index.host, (matches) =>
      client.invalidateQueries({ predicate: ({ queryKey }) => matches(queryKey) }),
    ),
  );
  useEffect(() => {
    if (mayRead) return live.start();
    live.refuse();
    return undefined;
  }, [live, mayRead]);
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
