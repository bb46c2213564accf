'use client';
import { createContext, use, type ReactNode } from 'react';
import { ExplorerAddress } from '@/components/values/explorer';
import type { Scope } from '@/lib/contract/scopes';
import type { SessionState } from '@/lib/contract/session';

const SessionContext = createContext<SessionState | null>(null);

/** The session, read on the server by the console's layout. */
export function SessionProvider({ session, children }: { session: SessionState; children: ReactNode }) {
  return (
    <SessionContext value={session}>
      <ExplorerAddress value={session.index.explorer ?? null}>{children}</ExplorerAddress>
    </SessionContext>
  );
}

/** The session of the page. Throws outside the console's layout. */
export function useSession(): SessionState {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider');
  return session;
}

/** How far the index follows a chain, as when the page was loaded; null where it follows none. */
export function useChain(): SessionState['index']['chain'] {
  return use(SessionContext)?.index.chain ?? null;
}

/** Whether the key holds a scope; null means no scope is required. */
export function useMay(scope: Scope | null): boolean {
  const { scopes } = useSession();
  return scope === null || scopes.includes(scope);
}
