// Which of the browser's connections this document belongs to. Invariant: it never changes: every read and the stream name it, so a switch
// in another tab cannot show one network's data under another's name. Switching loads a new document.
import { requestPath } from '@/lib/contract/endpoint-url';
import { CONNECTION, type SessionState } from '@/lib/contract/session';
import { connect } from '@/lib/view/paths';

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

/** The header that names the connection in a request to the console. */
export function connectionHeader(): Record<string, string> {
  return inUse === undefined ? {} : { [CONNECTION]: inUse.id };
}

const USAGE = `/api/index${requestPath('keys.usage', {}, { granularity: 'total' })}`;

/** Whether the console or the index rejects the key of this page. No response is no rejection. */
export async function isKeyRejected(request: typeof fetch): Promise<boolean> {
  const pending = request(USAGE, { cache: 'no-store', headers: connectionHeader() });
  const response = await pending.catch(() => undefined);
  await response?.body?.cancel();
  return response?.status === 401;
}

let asking = false;

/**
 * Called after a read was refused with 401: opens the Connect page, which shows why and leads back, if the index rejects the key itself.
 * A new document is loaded, so nothing read with the key stays in memory.
 */
export function leaveIfKeyRejected(): void {
  const { pathname, search, hash } = window.location;
  // Several reads fail at once; one check is enough.
  if (asking || pathname === connect()) return;
  asking = true;
  void isKeyRejected((input, init) => fetch(input, init)).then((rejected) => {
    if (rejected)
      window.location.assign(connect(`${pathname}${search}${hash}`, { ended: connectionInUse()?.id ?? '1' }));
    else asking = false;
  });
}
