// A connection of a browser's ring, and the cookie that holds it, for tests, benches and the soak: one key of the only network.
import { cookieName, sealKeyring, type Connection } from '@/lib/relay/session/keyring';

export function connectionFor(given: Partial<Connection> = {}): Connection {
  return {
    id: 'c1',
    network: 'index',
    key: 'k_1.canary-secret',
    key_id: 'k_1',
    scopes: ['dags:read'],
    requests_per_minute: null,
    expires_at: null,
    log_id: null,
    guard: null,
    unseen: false,
    ...given,
  };
}

/** What a browser with this key sends over plain HTTP. Each key and choice of scopes is a connection of its own. */
export async function cookieFor(
  key: string,
  scopes: string[],
  secret: string,
  expires_at: string | null = null,
): Promise<string> {
  const id = Buffer.from(`${key} ${scopes.join(' ')}`).toString('base64url');
  const connection = connectionFor({ id, key, key_id: key.split('.')[0] ?? '', scopes, expires_at });
  const seal = await sealKeyring({ in_use: id, connections: [connection] }, [secret]);
  return `${cookieName(false)}=${seal}`;
}
