// Who makes a request: which of the browser's connections it names, what the browser learns about them, and why a key no longer works.
// Invariant: an expired key, a network that is no longer configured and a missing access pass are no session.
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ContractError } from '@/lib/contract/errors';
import { CONNECTION, type ConnectionState, type SessionState } from '@/lib/contract/session';
import { clientAddress } from '@/lib/relay/server/client-address';
import type { RelayEnv } from '@/lib/relay/env';
import { headerOf, hostName, requestedHost, tlsOf } from '@/lib/relay/incoming';
import { hashOf } from '@/lib/relay/hash';
import type { Relay } from '@/lib/relay/relay';
import type { Network } from '@/lib/relay/upstream/network-client';
import { checkKey } from './key-facts';
import { cookieScope, type Connection, type SessionCookies } from './session-cookie';

export interface Session {
  connection: Connection;
  network: Network;
  key: string;
}

/** Identifies a console on its host name: PUBLIC_URL, which replicas share, or else the port. */
function placeOf({ PUBLIC_URL }: Pick<RelayEnv, 'PUBLIC_URL'>, host: string): string {
  return PUBLIC_URL?.origin ?? host.slice(hostName(host).length);
}

/** The cookies of a request. A seal that does not open counts as one more request of the address, since it costs the same CPU. */
export function cookiesOf(relay: Relay, headers: Headers | IncomingHttpHeaders): SessionCookies {
  const address = clientAddress(headers);
  return relay.sessionCookies(headerOf(headers, 'cookie'), {
    secure: tlsOf(headerOf(headers, 'x-forwarded-proto'), false),
    scope: cookieScope(placeOf(relay.env, requestedHost(headers)), relay.env.networks[0]?.url ?? ''),
    onForged: () => void countRead(relay, { address }).catch(() => undefined),
  });
}

/** Compares in constant time. */
export function isSameText(text: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(text)), Buffer.from(hashOf(expected)));
}

/** What an access pass states. It changes with the password, which ends all earlier passes. */
export function passFor(relay: Relay): string {
  return hashOf(relay.env.ACCESS_PASSWORD ?? '').slice(0, 16);
}

/** Whether the visitor may do without the access password, or has entered it. */
async function mayPass(
  relay: Relay,
  cookies: SessionCookies,
  purpose: 'operator_key' | 'own_key',
): Promise<boolean> {
  const { ACCESS_PASSWORD, ACCESS_PASSWORD_FOR } = relay.env;
  if (ACCESS_PASSWORD === undefined) return true;
  if (purpose === 'own_key' && ACCESS_PASSWORD_FOR === 'operator_key') return true;
  return (await cookies.accessPass()) === passFor(relay);
}

/** Throws FORBIDDEN until the visitor has entered the access password. */
export async function assertMayPass(
  relay: Relay,
  cookies: SessionCookies,
  purpose: 'operator_key' | 'own_key',
): Promise<void> {
  if (await mayPass(relay, cookies, purpose)) return;
  throw new ContractError('FORBIDDEN', 'Enter the access password of this console first.');
}

/** The network by its name, or the first. Throws NOT_FOUND. */
export function networkOf(relay: Relay, name: string | undefined): Network {
  const found = name === undefined ? [...relay.networks.values()][0] : relay.networks.get(name);
  if (found === undefined) throw new ContractError('NOT_FOUND', 'This console does not read that network.');
  return found;
}

/** The network that a key belongs to, by its URL: the operator may move a name to another index. */
export function networkAt(relay: Relay, indexUrl: string): Network | undefined {
  return [...relay.networks.values()].find(({ env }) => env.url === indexUrl);
}

/** Counts one request to the index or about the session, by address and, once it is known, by session. Throws RATE_LIMITED. */
export async function countRead(
  relay: Pick<Relay, 'env' | 'limits'>,
  by: { session?: string; address?: string },
): Promise<void> {
  const { READS_PER_ADDRESS, READS_PER_SESSION } = relay.env;
  if (by.address !== undefined) await relay.limits.take(`address ${by.address}`, READS_PER_ADDRESS);
  if (by.session !== undefined) await relay.limits.take(`session ${by.session}`, READS_PER_SESSION);
}

/** When a key expired; null while it is valid, or its expiry is unknown. */
export function expiredAt({ expires_at }: Connection, now: number): string | null {
  return expires_at !== null && Date.parse(expires_at) <= now ? expires_at : null;
}

/** The connection that a request names, else the active one, else the oldest. */
async function connectionOf(
  cookies: SessionCookies,
  requestedId: string | null | undefined,
): Promise<Connection | undefined> {
  if (requestedId !== null && requestedId !== undefined) return cookies.connection(requestedId);
  const active = cookies.activeId === undefined ? undefined : await cookies.connection(cookies.activeId);
  return active ?? (await cookies.connections())[0];
}

/** The session of a connection. Throws UNAUTHENTICATED with the reason. */
async function openSession(relay: Relay, cookies: SessionCookies, connection: Connection): Promise<Session> {
  const ended = (reason: string) => new ContractError('UNAUTHENTICATED', reason);
  const expired = expiredAt(connection, relay.now());
  if (expired !== null) throw ended(`Key ${connection.key_id ?? ''} expired at ${expired}.`);
  const network = networkAt(relay, connection.index_url);
  if (network === undefined) throw ended('This console no longer serves the network of this key.');
  if (!(await mayPass(relay, cookies, connection.key === null ? 'operator_key' : 'own_key')))
    throw ended('Enter the access password of this console first.');
  const key = connection.key ?? network.env.operatorKey;
  if (key === undefined) throw ended('The operator no longer shares a key.');
  return { connection, network, key };
}

/** The session of a request. Throws UNAUTHENTICATED with the reason. */
export async function sessionOf(
  relay: Relay,
  cookies: SessionCookies,
  requestedId?: string | null,
): Promise<Session> {
  const connection = await connectionOf(cookies, requestedId);
  if (connection !== undefined) return openSession(relay, cookies, connection);
  const reason =
    requestedId === null || requestedId === undefined
      ? 'Not connected: connect with a key first.'
      : 'The key of this page was disconnected or replaced.';
  throw new ContractError('UNAUTHENTICATED', reason);
}

/** The session of a read, counted by address and by session. Throws RATE_LIMITED or UNAUTHENTICATED. */
export async function readingSession(relay: Relay, headers: Headers): Promise<Session> {
  // First of all: even a cookie that does not open costs an attempt.
  await countRead(relay, { address: clientAddress(headers) });
  const session = await sessionOf(relay, cookiesOf(relay, headers), headers.get(CONNECTION));
  await countRead(relay, { session: session.connection.id });
  return session;
}

function connectionState(relay: Relay, connection: Connection, revealed: boolean): ConnectionState {
  const { id, key, key_id, scopes, unconfirmed, requests_per_minute, expires_at, claimed } = connection;
  return {
    id,
    key_id,
    scopes,
    requests_per_minute,
    expires_at,
    unconfirmed_scopes: unconfirmed,
    network: networkAt(relay, connection.index_url)?.name ?? null,
    operator: key === null,
    may_reveal: claimed && !revealed && relay.env.KEY_REVEAL === 'once',
  };
}

export const revealedId = (connection: string) => `revealed:${connection}`;

/** What the browser learns: no field here can hold a key. `network`: which index to describe where there is no connection. */
export async function sessionStateOf(
  relay: Relay,
  cookies: SessionCookies,
  options: { requestedId?: string | null; network?: string | undefined } = {},
): Promise<SessionState> {
  const { ACCESS_PASSWORD, ACCESS_PASSWORD_FOR, KEY_REVEAL } = relay.env;
  const unlocked = ACCESS_PASSWORD === undefined || (await mayPass(relay, cookies, 'operator_key'));
  const password_for = unlocked ? 'nothing' : ACCESS_PASSWORD_FOR;
  const found = await connectionOf(cookies, options.requestedId);
  const session = found && (await openSession(relay, cookies, found).catch(() => undefined));
  const network = networkOf(relay, options.network ?? session?.network.name);
  const visible = password_for === 'everything' ? [] : await cookies.connections();
  const states = visible.map(async (connection) => {
    const revealed = KEY_REVEAL === 'once' && (await relay.revoked.has(revealedId(connection.id)));
    return connectionState(relay, connection, revealed);
  });
  return {
    password_for,
    connected: session !== undefined,
    connection: session?.connection.id ?? null,
    network: network.name,
    key_id: session?.connection.key_id ?? null,
    scopes: session?.connection.scopes ?? [],
    expires_at: session?.connection.expires_at ?? null,
    requests_per_minute: session?.connection.requests_per_minute ?? null,
    connections: await Promise.all(states),
    networks: [...relay.networks.values()].map(({ name, upstream, env }) => ({
      name,
      host: upstream.host,
      operator_key: env.operatorKey !== undefined,
    })),
    index: await network.index.get(),
  };
}

interface EndedKey {
  connection: string;
  key_id: string | null;
  network: string | undefined;
}

export type KeyEnd =
  | (EndedKey & { reason: 'expired'; at: string })
  /** The index has started over since the key was received, and no longer knows it. */
  | (EndedKey & { reason: 'index_reset' })
  | (EndedKey & { reason: 'rejected' })
  /** The operator no longer shares a key. */
  | (EndedKey & { reason: 'withdrawn' })
  | (EndedKey & { reason: 'network_removed' })
  /** This browser no longer holds the connection. */
  | { reason: 'disconnected' };

/** Named by pages that do not know their connection. */
const ACTIVE_CONNECTION = '1';

async function endOf(
  relay: Relay,
  connection: Connection,
  ask: { address: string } | null,
): Promise<KeyEnd | null> {
  const { id, key_id, index_url } = connection;
  const network = networkAt(relay, index_url);
  const ended = { connection: id, key_id, network: network?.name };
  const at = expiredAt(connection, relay.now());
  if (at !== null) return { reason: 'expired', ...ended, at };
  if (network === undefined) return { reason: 'network_removed', ...ended };
  const key = connection.key ?? network.env.operatorKey;
  if (key === undefined) return { reason: 'withdrawn', ...ended };
  if (ask === null) return null;
  await countRead(relay, { session: id, address: ask.address });
  if ((await checkKey(network.upstream, key)) !== 'rejected') return null;
  const { log_id } = await network.index.fresh();
  const reset = log_id !== null && connection.log_id !== null && log_id !== connection.log_id;
  return { reason: reset ? 'index_reset' : 'rejected', ...ended };
}

/**
 * Why a page's key no longer works; null while it is accepted, or the reason is unknown. `ended`: the connection whose page was refused, from the
 * page's address; undefined on a direct visit, where the index is not asked.
 */
export async function keyEndOf(
  relay: Relay,
  cookies: SessionCookies,
  { ended, address }: { ended: string | undefined; address: string },
): Promise<KeyEnd | null> {
  const requestedId = ended === undefined || ended === ACTIVE_CONNECTION ? null : ended;
  const connection = await connectionOf(cookies, requestedId);
  if (connection === undefined) return requestedId === null ? null : { reason: 'disconnected' };
  return endOf(relay, connection, ended === undefined ? null : { address }).catch(() => null);
}
