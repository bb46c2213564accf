// Who is asking, of which network, with which key: a connection of the browser's ring made ready for a read. Invariant: a page names the connection
// it was made for, so that another tab's switch never changes what this one reads; a key that has lapsed, a network that is no longer configured
// and a guard that has changed are no session. The ring itself is keyring.ts's.
import { createHash } from 'node:crypto';
import { ContractError } from '@/lib/contract/errors';
import type { Connection, Keyring } from './keyring';
import type { Network } from '@/lib/relay/upstream/network';
import type { Relay } from '@/lib/relay/relay';

export interface Session {
  connection: Connection;
  network: Network;
  key: string;
}

/** What the operator asked of a visitor, so that a new password closes the sessions of the old one. */
export function guardOf(relay: Relay): string {
  return createHash('sha256')
    .update(relay.env.accessPassword ?? '')
    .digest('base64url')
    .slice(0, 16);
}

/** The network by its name, or the first. Throws NOT_FOUND for a name that is not configured. */
export function networkOf(relay: Relay, name: string | undefined): Network {
  const found = name === undefined ? [...relay.networks.values()][0] : relay.networks.get(name);
  if (found === undefined) throw new ContractError('NOT_FOUND', 'this console reads no such network');
  return found;
}

/** Counts one read of the index, by address and, once it is known, by session. Throws RATE_LIMITED. */
export function countRead(
  relay: Pick<Relay, 'env' | 'limits'>,
  who: { session?: string; address?: string },
): void {
  const { readsPerAddress, readsPerSession } = relay.env;
  if (who.address !== undefined) relay.limits.take(`address ${who.address}`, readsPerAddress);
  if (who.session !== undefined) relay.limits.take(`session ${who.session}`, readsPerSession);
}

/** When a key stopped to be one, by its own word; null while it lives or does not say. */
export function lapsedAt(connection: Connection, now: number): string | null {
  const { expires_at } = connection;
  return expires_at !== null && Date.parse(expires_at) <= now ? expires_at : null;
}

/** The operator's key for a visitor who passed its guard as it is now; undefined for everybody else. */
export function operatorKeyFor(relay: Relay, connection: Connection, network: Network): string | undefined {
  return connection.key === null && connection.guard === guardOf(relay) ? network.env.operatorKey : undefined;
}

/** The connection a request means: the one it names, else the one in use; undefined when there is none. */
export function connectionOf(ring: Keyring, wanted: string | null | undefined): Connection | undefined {
  const id = wanted ?? ring.in_use;
  return ring.connections.find((one) => one.id === id);
}

/** The session of a request. Throws UNAUTHENTICATED with the reason. */
export function sessionOf(relay: Relay, ring: Keyring, wanted?: string | null): Session {
  const connection = connectionOf(ring, wanted);
  const gone = (why: string) => new ContractError('UNAUTHENTICATED', why);
  if (connection === undefined)
    throw gone(
      wanted === null || wanted === undefined
        ? 'not connected: open a session with a key first'
        : 'the key of this page was left or replaced',
    );
  const lapsed = lapsedAt(connection, relay.now());
  if (lapsed !== null) throw gone(`the key ${connection.key_id} lapsed at ${lapsed}`);
  const network = relay.networks.get(connection.network);
  if (network === undefined) throw gone(`this console no longer reads the network ${connection.network}`);
  const key = connection.key ?? operatorKeyFor(relay, connection, network);
  if (key === undefined) throw gone("the operator's key is no longer offered, or its password has changed");
  return { connection, network, key };
}
