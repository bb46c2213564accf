// The request that Next is answering: the browser's keys, from its cookies, and its answer, whatever happens. For App routes and server components only;
// the Pages route reads its own request.
import 'server-only';
import { randomUUID } from 'node:crypto';
import { cookies, headers } from 'next/headers';
import { ContractError } from '@/lib/contract/errors';
import { requestIdOf } from '@/lib/contract/request-id';
import { CONNECTION } from '@/lib/contract/session';
import { clientAddress } from '@/lib/relay/server/client-address';
import { tlsOf } from '@/lib/relay/incoming';
import { createKeyringJar, type KeyringJar } from './keyring';
import { theRelay, type Relay } from '@/lib/relay/relay';
import { answering } from '@/lib/relay/respond';
import { countRead, sessionOf, type Session } from './session';

/** Longer addresses are nobody's who uses a page. */
const LONGEST_URL = 8_192;

export async function requestJar(relay: Relay): Promise<KeyringJar> {
  const secure = tlsOf((await headers()).get('x-forwarded-proto'), false);
  return createKeyringJar(await cookies(), relay.seals, secure);
}

/** Empty where the server did not pass one on (plain `next start`). */
export async function requestAddress(): Promise<string> {
  return clientAddress(await headers());
}

/** The session of a read, counted by address, whoever it is, and by session. Throws RATE_LIMITED or UNAUTHENTICATED. */
export async function readingSession(relay: Relay, jar: KeyringJar): Promise<Session> {
  // First of all: a cookie that is none costs the opening of a seal.
  countRead(relay, { address: await requestAddress() });
  const session = sessionOf(relay, await jar.read(), (await headers()).get(CONNECTION));
  countRead(relay, { session: session.connection.id });
  return session;
}

/** Runs a route's handler with the relay, the browser's keys and the request's id; every failure is answered in the error shape. */
export function inRelay(
  request: Request,
  handler: (relay: Relay, jar: KeyringJar, request: Request, requestId: string) => Promise<Response>,
): Promise<Response> {
  const relay = theRelay();
  // The browser may have named the request.
  const requestId = requestIdOf(request.headers, randomUUID);
  const work = async () => {
    if (request.url.length > LONGEST_URL) throw new ContractError('URI_TOO_LONG', 'the address is too long');
    return handler(relay, await requestJar(relay), request, requestId);
  };
  return answering(work, relay.log, requestId);
}
