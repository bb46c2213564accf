// A connection and the cookie that holds it, for tests, benches and the soak.
import { idOfKey } from '@/lib/relay/session/key-facts';
import { connectionCookie, cookieScope, seal, type Connection } from '@/lib/relay/session/session-cookie';

export function connectionFor(facts: Partial<Connection> = {}): Connection {
  return {
    kind: 'connection',
    id: 'c1',
    connected_at: 0,
    index_url: 'http://index.example',
    key: 'k_1.canary-secret',
    key_id: 'k_1',
    scopes: ['dags:read'],
    unconfirmed: [],
    requests_per_minute: null,
    expires_at: null,
    log_id: null,
    claimed: false,
    ...facts,
  };
}

/** How a console at `consoleUrl`, without PUBLIC_URL, names cookies over plain HTTP. */
export const namingAt = (consoleUrl: string, indexUrl: string) => ({
  secure: false,
  scope: cookieScope(new URL(consoleUrl).host.slice(new URL(consoleUrl).hostname.length), indexUrl),
});

/** What a browser sends over plain HTTP once it is connected to `indexUrl` with this key. Each key and choice of scopes is a different connection. */
export async function cookieFor(visitor: {
  consoleUrl: string;
  indexUrl: string;
  key: string;
  scopes: string[];
  secret: string;
  expires_at?: string | null;
}): Promise<string> {
  const { consoleUrl, indexUrl, key, scopes, secret, expires_at = null } = visitor;
  const id = Buffer.from(`${key} ${scopes.join(' ')}`).toString('base64url');
  const connection = connectionFor({
    id,
    index_url: indexUrl,
    key,
    key_id: idOfKey(key),
    scopes,
    expires_at,
  });
  return `${connectionCookie(id, namingAt(consoleUrl, indexUrl))}=${await seal(connection, [secret])}`;
}
