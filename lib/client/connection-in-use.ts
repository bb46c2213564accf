// Which of the browser's connections this document belongs to. Invariant: it never changes: every read and the stream name it, so a switch
// in another tab cannot show one network's data under another's name. Switching loads a new document.
import type { SessionState } from '@/lib/contract/session';

interface ConnectionInUse {
  id: string;
  scopes: readonly string[];
}

let inUse: ConnectionInUse | undefined;

/** Sets the document's connection. False when it already has another one: then the page has to reload. */
export function adoptConnection(
  session: Pick<SessionState, 'connection' | 'scopes' | 'network' | 'networks'>,
): boolean {
  if (typeof window === 'undefined' || session.connection === null) return true;
  inUse ??= { id: session.connection, scopes: session.scopes };
  // Beside the document's theme: local storage is kept apart for each network.
  if (session.networks.length > 1) document.documentElement.dataset['network'] = session.network;
  return inUse.id === session.connection;
}

export function connectionInUse(): ConnectionInUse | undefined {
  return inUse;
}
