// What a browser is told of its session. Invariant: a projection that has no room for a key, whatever the ring holds.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { ConnectionState, NetworkState, SessionState } from '@/lib/contract/session';
import type { Connection, Keyring } from './keyring';
import type { Relay } from '@/lib/relay/relay';
import { connectionOf, networkOf, sessionOf } from './session';

function connectionState(relay: Relay, connection: Connection): ConnectionState {
  const { id, network, key_id, scopes, requests_per_minute, expires_at, key, unseen } = connection;
  return {
    ...{ id, network, key_id, scopes, requests_per_minute, expires_at },
    operator: key === null,
    may_reveal: unseen && relay.env.keyReveal === 'once',
  };
}

function networkStates(relay: Relay): NetworkState[] {
  const guarded = relay.env.accessPassword === undefined ? 'open' : 'password';
  return [...relay.networks.values()].map(({ name, upstream, env }) => ({
    name,
    host: upstream.host,
    operator_key: env.operatorKey === undefined ? 'none' : guarded,
  }));
}

function usable(relay: Relay, ring: Keyring, id: string | undefined): boolean {
  try {
    return id !== undefined && sessionOf(relay, ring, id) !== undefined;
  } catch {
    return false;
  }
}

/** `wanted`: the connection a page was made for; else the one in use. `network`: which network's index to tell of where there is no connection. */
export async function sessionStateOf(
  relay: Relay,
  ring: Keyring,
  { wanted, network }: { wanted?: string | null; network?: string | undefined } = {},
): Promise<SessionState> {
  const found = connectionOf(ring, wanted);
  const connected = usable(relay, ring, found?.id);
  const here = networkOf(relay, network ?? (connected ? found?.network : undefined));
  return {
    connected,
    connection: connected ? (found?.id ?? null) : null,
    network: here.name,
    key_id: (connected ? found?.key_id : null) ?? null,
    scopes: connected && found !== undefined ? found.scopes : [],
    expires_at: (connected ? found?.expires_at : null) ?? null,
    requests_per_minute: (connected ? found?.requests_per_minute : null) ?? null,
    connections: ring.connections.map((one) => connectionState(relay, one)),
    networks: networkStates(relay),
    index: await here.index.get(),
  };
}

/** Whether the two are the same text, in a time that tells nothing of where they differ. */
export function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
