// What the session routes do: connect, claim, restore, switch, disconnect, revoke, reveal. The route files only hand over the request.
// Invariant: a change is a JSON POST from a page of this origin, and what could be a guess is counted by address.
import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { ContractError } from '@/lib/contract/errors';
import type { ClaimRequest } from '@/lib/contract/keys';
import { isScope } from '@/lib/contract/scopes';
import {
  claimHere,
  CONNECTION,
  connectionRequest,
  connectRequest,
  demoRequest,
  recoveryRequest,
  restoreRequest,
  revokeRequest,
  unlockRequest,
  type UnreadClaim,
} from '@/lib/contract/session';
import { isLoopback } from '@/lib/relay/env';
import { assertSameOrigin, readBody } from '@/lib/relay/incoming';
import { REQUEST_LIMITS } from '@/lib/relay/limits';
import type { Relay } from '@/lib/relay/relay';
import { json } from '@/lib/relay/responses';
import { clientAddress } from '@/lib/relay/server/client-address';
import type { Network } from '@/lib/relay/upstream/network-client';
import { demoClaim, readClaim, sendClaim } from './claim';
import { factsOfKey, probeScopes, revokeKey, type KeyFacts } from './key-facts';
import { makeClaimFile, makeRecoveryFile, openClaimFile, openRecoveryFile } from './recovery';
import {
  assertMayPass,
  cookiesOf,
  countRead,
  expiredAt,
  isSameText,
  networkAt,
  networkOf,
  passFor,
  revealedId,
  sessionOf,
  sessionStateOf,
} from './session';
import { cookieExpiry, newConnection, type Connection, type SessionCookies } from './session-cookie';

export type Act = (relay: Relay, request: Request) => Promise<Response>;

interface Visit<Body> {
  relay: Relay;
  request: Request;
  cookies: SessionCookies;
  body: Body;
}

/** A change of the session. `counted`: it could be a guess, or costs the index a key; throws RATE_LIMITED. */
function change<Schema extends z.ZodMiniType>(
  { body: schema, counted = false }: { body: Schema; counted?: boolean },
  run: (visit: Visit<z.output<Schema>>) => Promise<Response>,
): Act {
  return async (relay, request) => {
    assertSameOrigin(request);
    await countRead(relay, { address: clientAddress(request.headers) });
    if (counted)
      await relay.limits.take(`sign-in ${clientAddress(request.headers)}`, relay.env.SIGN_INS_PER_ADDRESS);
    const body = await readBody(request, schema);
    return run({ relay, request, cookies: cookiesOf(relay, request.headers), body });
  };
}

/** The session as it will be once the browser has stored the cookies. */
async function changed(
  relay: Relay,
  cookies: SessionCookies,
  lines: readonly string[],
  status = 200,
): Promise<Response> {
  const response = json(await sessionStateOf(relay, cookies.after(lines)), status);
  for (const line of lines) response.headers.append('set-cookie', line);
  return response;
}

async function end(relay: Relay, connection: Connection): Promise<void> {
  await relay.revoked.add(connection.id, cookieExpiry(connection));
}

interface Arrival {
  relay: Relay;
  cookies: SessionCookies;
  network: Network;
}

/** Connections that can never read again make room for a new one. */
async function unusable({ relay, cookies }: Arrival): Promise<Connection[]> {
  const connections = await cookies.connections();
  return connections.filter(
    (connection) =>
      expiredAt(connection, relay.now()) !== null || networkAt(relay, connection.index_url) === undefined,
  );
}

/** Seals a key into a cookie and makes it active; an earlier connection with the same key ends. Throws FORBIDDEN when it does not fit. */
async function keep(
  arrival: Arrival,
  { key, facts, claimed }: { key: string | null; facts: KeyFacts; claimed: boolean },
): Promise<string[]> {
  const { relay, cookies, network } = arrival;
  const { log_id } = await network.index.fresh();
  const index_url = network.env.url;
  const added = newConnection({ ...facts, index_url, key, log_id, claimed }, relay.now());
  const replaced = (await cookies.connections()).filter(
    (connection) => connection.index_url === index_url && connection.key === key,
  );
  const removed = new Map(
    [...replaced, ...(await unusable(arrival))].map((connection) => [connection.id, connection]),
  );
  const lines = await cookies.add(added, [...removed.values()]);
  for (const connection of replaced) await end(relay, connection);
  return lines;
}

async function unreadClaimOf(arrival: Arrival, text: string, reason: string): Promise<Response> {
  const { relay, network } = arrival;
  const facts = { network: network.name, now: relay.now(), secrets: relay.env.SESSION_SECRET };
  const unread: UnreadClaim = {
    unread_claim: await makeClaimFile(facts, { index_url: network.env.url, text }),
    reason,
    text: relay.env.KEY_REVEAL === 'once' ? text : null,
  };
  return json(unread, 202);
}

/** Connects with the key in a response to a claim. Where none is recognized or stored, the response goes out sealed. */
async function keepClaimed(arrival: Arrival, text: string): Promise<Response> {
  const { relay, cookies, network } = arrival;
  try {
    const claimed = await readClaim(network.upstream, text);
    if (claimed !== undefined)
      return await changed(relay, cookies, await keep(arrival, { ...claimed, claimed: true }), 201);
  } catch (error) {
    const reason = error instanceof ContractError ? error.message : 'The key could not be stored.';
    if (!(error instanceof ContractError)) relay.log.unforeseen(error);
    return unreadClaimOf(arrival, text, reason);
  }
  return unreadClaimOf(arrival, text, "No key was recognized in the index's response.");
}

/** The visitor's address goes to our own index alone, which shares the secret. */
function ownIndexHeaders(relay: Relay, network: Network, request: Request): Record<string, string> {
  const { INDEX_SECRET } = relay.env;
  if (INDEX_SECRET === undefined || !isLoopback(new URL(network.env.url).hostname)) return {};
  return { 'x-dagscope-client': clientAddress(request.headers), 'x-dagscope-secret': INDEX_SECRET };
}

async function claimWith(arrival: Arrival, claimed: ClaimRequest, request: Request): Promise<Response> {
  const { relay, cookies, network } = arrival;
  // Before the claim, because the index issues a key only once.
  await cookies.assertRoom(await unusable(arrival));
  const { CLAIM_PATH: path, CLAIM_FIELDS: fields } = relay.env;
  const headers = ownIndexHeaders(relay, network, request);
  return keepClaimed(arrival, await sendClaim(network.upstream, claimed, { path, fields, headers }));
}

/** GET /api/session */
export const whoAmI: Act = async (relay, request) => {
  await countRead(relay, { address: clientAddress(request.headers) });
  const requestedId = request.headers.get(CONNECTION);
  return json(await sessionStateOf(relay, cookiesOf(relay, request.headers), { requestedId }));
};

/** POST /api/session/unlock: enters the access password. 403 when it is wrong. */
export const unlock = change({ body: unlockRequest }, async ({ relay, request, cookies, body }) => {
  const { ACCESS_PASSWORD } = relay.env;
  if (ACCESS_PASSWORD === undefined)
    throw new ContractError('NOT_FOUND', 'This console has no access password.');
  // Only failures of this address count, so that an attacker cannot lock out other visitors. Counted before the comparison: limits may be
  // counted in Redis, and guesses sent at once would all be compared before the first is counted.
  const failures = `password ${clientAddress(request.headers)}`;
  await relay.guesses.take(failures, REQUEST_LIMITS.wrongPasswordsPerAddress);
  if (!isSameText(body.password, ACCESS_PASSWORD))
    throw new ContractError('FORBIDDEN', 'password: Wrong password');
  await relay.guesses.giveBack(failures);
  return changed(relay, cookies, await cookies.grantAccess(passFor(relay)));
});

/** POST /api/session: connects with a key. 401 when the index rejects it. */
export const connect = change({ body: connectRequest, counted: true }, async ({ relay, cookies, body }) => {
  const visitorKey = 'key' in body ? body.key : null;
  await assertMayPass(relay, cookies, visitorKey === null ? 'operator_key' : 'own_key');
  const network = networkOf(relay, body.network);
  const key = visitorKey ?? network.env.operatorKey;
  if (key === undefined) throw new ContractError('NOT_FOUND', 'This console has no shared key.');
  const facts = await factsOfKey(network.upstream, key);
  const lines = await keep({ relay, cookies, network }, { key: visitorKey, facts, claimed: false });
  return changed(relay, cookies, lines);
});

/** POST /api/session/claim: claims a key for a contact and connects with it. */
export const claim = change({ body: claimHere, counted: true }, async ({ relay, request, cookies, body }) => {
  const { network: name, ...contact } = body;
  await assertMayPass(relay, cookies, 'own_key');
  return claimWith({ relay, cookies, network: networkOf(relay, name) }, contact, request);
});

/** POST /api/session/demo: the same on a simulated network, for an invented contact. 403 on a real one. */
export const demo = change(
  { body: demoRequest, counted: true },
  async ({ relay, request, cookies, body }) => {
    const network = networkOf(relay, body.network);
    await assertMayPass(relay, cookies, 'own_key');
    const index = await network.index.fresh();
    if (!index.reachable) throw new ContractError('UPSTREAM_UNREACHABLE', 'The index cannot be reached.');
    if (index.simulated !== true)
      throw new ContractError(
        'FORBIDDEN',
        'This network is not simulated. Claim a key with your own contact.',
      );
    const contact = demoClaim(randomUUID().replaceAll('-', '').slice(0, 12));
    return claimWith({ relay, cookies, network }, contact, request);
  },
);

/** POST /api/session/use: switches to another of this browser's keys. */
export const use = change({ body: connectionRequest }, async ({ relay, cookies, body }) => {
  await sessionOf(relay, cookies, body.connection);
  return changed(relay, cookies, cookies.activate(body.connection));
});

/** POST /api/session/disconnect: ends the connection everywhere; the key itself stays valid. */
export const disconnect = change({ body: connectionRequest }, async ({ relay, cookies, body }) => {
  const connection = await cookies.connection(body.connection);
  if (connection === undefined) return changed(relay, cookies, []);
  await end(relay, connection);
  return changed(relay, cookies, cookies.remove([connection]));
});

/** POST /api/session/check: asks again about scopes that the index has not answered for. */
export const check = change({ body: connectionRequest, counted: true }, async ({ relay, cookies, body }) => {
  const { connection, network, key } = await sessionOf(relay, cookies, body.connection);
  const probed = connection.unconfirmed.filter(isScope);
  const { scopes: granted, unconfirmed } = await probeScopes(network.upstream, key, probed);
  const refused = new Set<string>(probed.filter((scope) => !granted.includes(scope)));
  const scopes = connection.scopes.filter((scope) => !refused.has(scope));
  return changed(relay, cookies, await cookies.replace({ ...connection, scopes, unconfirmed }));
});

/** POST /api/session/revoke: revokes the key at the index and ends the connection. The visitor types the key's id. */
export const revoke = change({ body: revokeRequest }, async ({ relay, cookies, body }) => {
  const { connection, network, key } = await sessionOf(relay, cookies, body.connection);
  if (connection.key === null)
    throw new ContractError('FORBIDDEN', "The operator's key cannot be revoked here.");
  if (body.confirm !== (connection.key_id ?? 'revoke'))
    throw new ContractError('INVALID_REQUEST', "confirm: Does not match the key's ID");
  await revokeKey(network.upstream, key);
  await end(relay, connection);
  return changed(relay, cookies, cookies.remove([connection]));
});

/** POST /api/session/reveal: shows a claimed key, once, where the operator allows it (KEY_REVEAL=once). */
export const reveal = change({ body: connectionRequest }, async ({ relay, cookies, body }) => {
  const { connection } = await sessionOf(relay, cookies, body.connection);
  if (relay.env.KEY_REVEAL !== 'once' || connection.key === null || !connection.claimed)
    throw new ContractError('FORBIDDEN', 'This key cannot be revealed.');
  if (!(await relay.revoked.add(revealedId(connection.id), cookieExpiry(connection))))
    throw new ContractError('FORBIDDEN', 'This key was already revealed.');
  return json({ key: connection.key });
});

/** POST /api/session/recovery: the recovery file of one of this browser's own keys. */
export const recovery = change({ body: recoveryRequest, counted: true }, async ({ relay, cookies, body }) => {
  const { connection, network } = await sessionOf(relay, cookies, body.connection);
  const { key, key_id, expires_at, index_url } = connection;
  if (key === null) throw new ContractError('FORBIDDEN', "The operator's key cannot be saved.");
  const facts = { network: network.name, key_id, now: relay.now(), secrets: relay.env.SESSION_SECRET };
  const saved = { key, expires_at, index_url };
  const sealing = { passphrase: body.passphrase, derive: relay.deriveKey };
  return json(await makeRecoveryFile(facts, saved, sealing));
});

function networkOfFile(relay: Relay, indexUrl: string): Network {
  const network = networkAt(relay, indexUrl);
  if (network === undefined)
    throw new ContractError('INVALID_REQUEST', 'file: This console does not serve the network of this key.');
  return network;
}

/** POST /api/session/restore: connects with the key of a file. 400 names the file or the passphrase, 401 when the index rejects the key. */
export const restore = change({ body: restoreRequest, counted: true }, async ({ relay, cookies, body }) => {
  await assertMayPass(relay, cookies, 'own_key');
  const secrets = relay.env.SESSION_SECRET;
  if (!('passphrase' in body)) {
    const { index_url, text } = await openClaimFile(body.file, secrets);
    return keepClaimed({ relay, cookies, network: networkOfFile(relay, index_url) }, text);
  }
  const { passphrase, file } = body;
  const { guesses, deriveKey: derive } = relay;
  const saved = await openRecoveryFile(file, { passphrase, secrets, derive, guesses });
  const network = networkOfFile(relay, saved.index_url);
  const facts = { ...(await factsOfKey(network.upstream, saved.key)), expires_at: saved.expires_at };
  const lines = await keep({ relay, cookies, network }, { key: saved.key, facts, claimed: false });
  return changed(relay, cookies, lines);
});
