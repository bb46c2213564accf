// The request that Next is answering: its session, from its cookies, and its answer, whatever happens. For App routes and server components only;
// the Pages route reads its own request.
import 'server-only';
import { randomUUID } from 'node:crypto';
import { cookies } from 'next/headers';
import { requestIdOf } from '@/lib/contract/request-id';
import { createSessionJar, type SessionJar } from './session';
import { theRelay, type Relay } from './relay';
import { answering } from './respond';

export async function requestJar(relay: Relay): Promise<SessionJar> {
  return createSessionJar(await cookies(), relay.env.sessionSecrets, relay.now);
}

/**
 * Runs a route's handler with the relay, the browser's session and the request's id; every failure is answered in the error shape.
 * `request`: where the browser may have named the request.
 */
export function inRelay(
  handler: (relay: Relay, jar: SessionJar, requestId: string) => Promise<Response>,
  request?: Request,
): Promise<Response> {
  const relay = theRelay();
  const requestId = request === undefined ? randomUUID() : requestIdOf(request.headers, randomUUID);
  return answering(async () => handler(relay, await requestJar(relay), requestId), relay.log, requestId);
}
