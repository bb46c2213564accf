'use client';
import { useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useSession } from '@/components/shell/session-context';
import { KnownUntil } from '@/components/values/now';
import { createLive, type Live } from '@/lib/client/live/create-live';
import { LiveContext } from '@/lib/client/live/use-live';
import type { ParamsInput } from '@/lib/contract/endpoints';
import { serverClock } from '@/lib/time/server-clock';

interface LiveProviderProps {
  /** The index no longer accepts the key. */
  onSignedOut: () => void;
  children: ReactNode;
}

/** Null while events arrive; otherwise the last update, or when this page was opened and read. */
function useKnownUntil({ connection }: Live, path: string | null): number | null {
  const [opened, setOpened] = useState(() => ({ path, at: serverClock.now() }));
  if (opened.path !== path) setOpened({ path, at: serverClock.now() });
  const updatedAt = useSyncExternalStore(
    connection.subscribe,
    () => {
      const { status, attempts, heartbeat_at } = connection.state();
      return status === 'live' || (status === 'connecting' && attempts === 0) ? null : (heartbeat_at ?? 0);
    },
    () => null,
  );
  return updatedAt === null ? null : Math.max(updatedAt, opened.at);
}

/** Holds the live connection while the console is open. Must be inside the session provider. */
export function LiveProvider({ onSignedOut, children }: LiveProviderProps) {
  const client = useQueryClient();
  const { index, scopes } = useSession();
  const mayRead = scopes.includes('events:read');
  const [live] = useState(() =>
    createLive(index.host, {
      invalidate: (matches) =>
        client.invalidateQueries({
          predicate: ({ queryKey, state }) => matches(queryKey, state.data),
        }),
      shownExecutions: () =>
        client
          .getQueryCache()
          .findAll({ type: 'active', queryKey: ['executions.get'] })
          .map(({ queryKey }) => (queryKey[1] as ParamsInput<'executions.get'>).execution_object_id),
    }),
  );
  useEffect(() => live.start(mayRead), [live, mayRead]);
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
  const knownUntil = useKnownUntil(live, path);
  return (
    <LiveContext value={live}>
      <KnownUntil value={knownUntil}>{children}</KnownUntil>
    </LiveContext>
  );
}
