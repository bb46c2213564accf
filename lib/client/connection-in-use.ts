// Which of the browser's connections this document belongs to. Invariant: one document, one connection, for as long as it lives: every read and the stream
// name it, so that a switch in another tab never brings one network's data under another's name. Switching is a new document.
import type { SessionState } from '@/lib/contract/session';

interface ConnectionInUse {
  id: string;
  scopes: readonly string[];
}

let inUse: ConnectionInUse | undefined;

/** Says for whom the document was made. False when it was made for another one before: then it has to be loaded anew. */
export function adoptConnection(
  session: Pick<SessionState, 'connection' | 'scopes' | 'network' | 'networks'>,
): boolean {
  if (typeof window === 'undefined' || session.connection === null) return true;
  inUse ??= { id: session.connection, scopes: session.scopes };
  // Beside the document's theme: what the browser keeps by itself is kept apart for each network.
  if (session.networks.length > 1) document.documentElement.dataset['network'] = session.network;
  return inUse.id === session.connection;
}

export function connectionInUse(): ConnectionInUse | undefined {
  return inUse;
}
