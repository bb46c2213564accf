// What the session routes do, given a cookie jar: who am I, connect, claim, demo, leave. Invariant: every answer is `sessionState`, which has no room
// for a key. The route files below app/api/session only hand over the request and the jar.
import type * as z from 'zod';
import { ContractError } from '@/lib/contract/errors';
import { claimRequest } from '@/lib/contract/keys';
import { connectRequest, type SessionState } from '@/lib/contract/session';
import { claimKey, demoClaim, sessionOfKey } from './connect';
import { assertSameOrigin, cameByTls, readBody } from './incoming';
import type { Relay } from './relay';
import { json } from './respond';
import type { Session, SessionJar } from './session';

/** The projection of a session that may leave the relay. */
export async function sessionStateOf(relay: Relay, session: Session | undefined): Promise<SessionState> {
  return {
    connected: session !== undefined,
    key_id: session?.key_id ?? null,
    scopes: session?.scopes ?? [],
    expires_at: session?.expires_at ?? null,
    operator_key: relay.env.operatorKey !== undefined,
    index: await relay.index.get(),
  };
}

/** GET /api/session */
export async function whoAmI(relay: Relay, jar: SessionJar): Promise<Response> {
  return json(await sessionStateOf(relay, await jar.read()));
}

function keyOf(relay: Relay, request: z.output<typeof connectRequest>): string {
  if ('key' in request) return request.key;
  if (relay.env.operatorKey === undefined)
    throw new ContractError('NOT_FOUND', 'the operator of this console offers no key');
  return relay.env.operatorKey;
}

/** POST /api/session: connects with a key. 400 when it has not the form of one, 401 when the index does not accept it. */
export async function connect(relay: Relay, jar: SessionJar, request: Request): Promise<Response> {
  assertSameOrigin(request);
  const key = keyOf(relay, await readBody(request, connectRequest));
  const session = await sessionOfKey(relay.upstream, key);
  await jar.write(session, { secure: cameByTls(request) });
  return json(await sessionStateOf(relay, session));
}

/** DELETE /api/session: forgets the key here; the key itself stays valid. */
export async function leave(relay: Relay, jar: SessionJar, request: Request): Promise<Response> {
  assertSameOrigin(request);
  jar.clear();
  return json(await sessionStateOf(relay, undefined));
}

/** POST /api/session/claim: claims a key for a contact and connects with it. */
export async function claim(relay: Relay, jar: SessionJar, request: Request): Promise<Response> {
  assertSameOrigin(request);
  const wanted = await readBody(request, claimRequest);
  const session = await claimKey(relay.upstream, relay.env.claimPath, wanted);
  await jar.write(session, { secure: cameByTls(request) });
  return json(await sessionStateOf(relay, session), 201);
}

/** POST /api/session/demo: the same for a simulated network, with a contact made up here. 403 on a real one. */
export async function demo(
  relay: Relay,
  jar: SessionJar,
  request: Request,
  random: () => string,
): Promise<Response> {
  assertSameOrigin(request);
  const index = await relay.index.fresh();
  if (!index.reachable) throw new ContractError('UPSTREAM_UNREACHABLE', 'the index cannot be reached');
  if (index.simulated !== true)
    throw new ContractError('FORBIDDEN', 'this network is not simulated: claim a key with your own contact');
  const session = await claimKey(relay.upstream, relay.env.claimPath, demoClaim(random()));
  await jar.write(session, { secure: cameByTls(request) });
  return json(await sessionStateOf(relay, session), 201);
}
