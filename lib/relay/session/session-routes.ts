// What the session routes do, given a cookie jar: who am I, connect, claim, demo, use, leave, revoke, reveal. Invariant: every answer is `sessionState`,
// which has no room for a key, but the one of `reveal`; every change is a POST of a page of this origin, counted by address where it could be a guess.
// The route files below app/api/session only hand over the request and the jar; recovery is recovery-routes.ts's.
import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { ContractError } from '@/lib/contract/errors';
import type { ClaimRequest } from '@/lib/contract/keys';
import {
  claimHere,
  CONNECTION,
  connectionRequest,
  connectRequest,
  demoRequest,
  revokeRequest,
} from '@/lib/contract/session';
import { clientAddress } from '@/lib/relay/server/client-address';
import { claimKey, demoClaim, factsOfKey, revokeKey } from './connect';
import { assertSameOrigin, readBody } from '@/lib/relay/incoming';
import { assertRoom, keep, type Keeping } from './keep-key';
import { withoutConnection, type KeyringJar } from './keyring';
import type { Network } from '@/lib/relay/upstream/network';
import type { Relay } from '@/lib/relay/relay';
import { json } from '@/lib/relay/respond';
import { networkOf, sessionOf } from './session';
import { sameText, sessionStateOf } from './session-state';

export type Act = (relay: Relay, jar: KeyringJar, request: Request) => Promise<Response>;

/** Counts what could be a guess or costs the index a key. Throws RATE_LIMITED. */
export function countSignIn(relay: Relay, request: Request): void {
  const address = clientAddress(request.headers);
  relay.limits.take(`sign-in ${address}`, relay.env.signInsPerAddress);
}

/** Claims a key and keeps it. */
async function claimAndKeep(parts: Keeping, wanted: ClaimRequest): Promise<Response> {
  await assertRoom(parts);
  const { key, ...facts } = await claimKey(parts.network.upstream, parts.relay.env.claimPath, wanted);
  const ring = await keep(parts, { key, facts, claimed: true });
  return json(await sessionStateOf(parts.relay, ring), 201);
}

/** GET /api/session */
export const whoAmI: Act = async (relay, jar, request) =>
  json(await sessionStateOf(relay, await jar.read(), { wanted: request.headers.get(CONNECTION) }));

/** So many addresses may try passwords at the same time, each as often as one may. */
const PASSWORD_ADDRESSES = 10;

function operatorKey(relay: Relay, network: Network, password: string | undefined): string {
  const { operatorKey: key } = network.env;
  if (key === undefined) throw new ContractError('NOT_FOUND', 'the operator of this console offers no key');
  const { accessPassword, signInsPerAddress } = relay.env;
  if (accessPassword === undefined) return key;
  // Whoever stands near, or behind a proxy that adds no address of its own, can give himself as many addresses as he likes.
  relay.limits.take('passwords', PASSWORD_ADDRESSES * signInsPerAddress);
  if (!sameText(password ?? '', accessPassword))
    throw new ContractError('FORBIDDEN', 'password: this is not it');
  return key;
}

/** POST /api/session: connects with a key. 400 when it has not the form of one, 401 when the index does not accept it. */
export const connect: Act = async (relay, jar, request) => {
  assertSameOrigin(request);
  countSignIn(relay, request);
  const asked: z.output<typeof connectRequest> = await readBody(request, connectRequest);
  const network = networkOf(relay, asked.network);
  const own = 'key' in asked ? asked.key : null;
  const key = 'key' in asked ? asked.key : operatorKey(relay, network, asked.password);
  const facts = await factsOfKey(network.upstream, key);
  const ring = await keep({ relay, jar, network }, { key: own, facts, claimed: false });
  return json(await sessionStateOf(relay, ring));
};

/** POST /api/session/claim: claims a key for a contact and connects with it. */
export const claim: Act = async (relay, jar, request) => {
  assertSameOrigin(request);
  countSignIn(relay, request);
  const { network: name, ...wanted } = await readBody(request, claimHere);
  return claimAndKeep({ relay, jar, network: networkOf(relay, name) }, wanted);
};

/** POST /api/session/demo: the same for a simulated network, with a contact made up here. 403 on a real one. */
export const demo: Act = async (relay, jar, request) => {
  assertSameOrigin(request);
  countSignIn(relay, request);
  const network = networkOf(relay, (await readBody(request, demoRequest)).network);
  const index = await network.index.fresh();
  if (!index.reachable) throw new ContractError('UPSTREAM_UNREACHABLE', 'the index cannot be reached');
  if (index.simulated !== true)
    throw new ContractError('FORBIDDEN', 'this network is not simulated: claim a key with your own contact');
  const contact = demoClaim(randomUUID().replaceAll('-', '').slice(0, 12));
  return claimAndKeep({ relay, jar, network }, contact);
};

/** POST /api/session/use: another of this browser's keys. */
export const use: Act = async (relay, jar, request) => {
  assertSameOrigin(request);
  const { connection } = await readBody(request, connectionRequest);
  const ring = await jar.read();
  sessionOf(relay, ring, connection);
  const next = { ...ring, in_use: connection };
  await jar.write(next);
  return json(await sessionStateOf(relay, next));
};

/** POST /api/session/leave: forgets a key here; the key itself stays valid. */
export const leave: Act = async (relay, jar, request) => {
  assertSameOrigin(request);
  const { connection } = await readBody(request, connectionRequest);
  const next = withoutConnection(await jar.read(), connection);
  await jar.write(next);
  return json(await sessionStateOf(relay, next));
};

/** POST /api/session/revoke: ends a key for good at the index, and forgets it. The visitor types the key's id. */
export const revoke: Act = async (relay, jar, request) => {
  assertSameOrigin(request);
  const { connection: id, confirm } = await readBody(request, revokeRequest);
  const ring = await jar.read();
  const { connection, network, key } = sessionOf(relay, ring, id);
  if (connection.key === null)
    throw new ContractError('FORBIDDEN', 'this is the operator’s key: it is not yours to revoke');
  if (confirm !== connection.key_id)
    throw new ContractError('INVALID_REQUEST', 'confirm: is not the id of the key');
  await revokeKey(network.upstream, key);
  const next = withoutConnection(ring, id);
  await jar.write(next);
  return json(await sessionStateOf(relay, next));
};

/** POST /api/session/reveal: shows a claimed key, once, where the operator allows it (KEY_REVEAL=once). */
export const reveal: Act = async (relay, jar, request) => {
  assertSameOrigin(request);
  const { connection: id } = await readBody(request, connectionRequest);
  const ring = await jar.read();
  const { connection } = sessionOf(relay, ring, id);
  if (relay.env.keyReveal !== 'once' || connection.key === null || !connection.unseen)
    throw new ContractError('FORBIDDEN', 'this key is not shown: it stays sealed in the cookie');
  // An older cookie still says "unseen": what was shown is remembered here as well.
  relay.limits.once(`reveal ${connection.id}`);
  const connections = ring.connections.map((one) => (one.id === id ? { ...one, unseen: false } : one));
  await jar.write({ ...ring, connections });
  return json({ key: connection.key });
};
