'use client';
import { createContext, use, type ReactNode } from 'react';
import type { Scope } from '@/lib/contract/scopes';
import type { SessionState } from '@/lib/contract/session';

const SessionContext = createContext<SessionState | null>(null);

/** Gives every page below it who is connected and to what; the console's layout reads it on the server. */
export function SessionProvider({ session, children }: { session: SessionState; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The session of the page. Throws outside the console's layout. */
export function useSession(): SessionState {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession: there is no session outside the console');
  return session;
}

/** Whether the key in use holds a scope, null being none at all. A read needs no such question: the reader asks for nothing the key may not read. */
export function useMay(scope: Scope | null): boolean {
  const { scopes } = useSession();
  return scope === null || scopes.includes(scope);
}
