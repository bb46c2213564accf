// The request that Next is answering: its session, from its cookies, and its answer, whatever happens. For App routes and server components only;
// the Pages route reads its own request.
import 'server-only';
import { cookies } from 'next/headers';
import { createSessionJar, type SessionJar } from './session';
import { theRelay, type Relay } from './relay';
import { answering } from './respond';

export async function requestJar(relay: Relay): Promise<SessionJar> {
  return createSessionJar(await cookies(), relay.env.sessionSecrets, relay.now);
}

/** Runs a route's handler with the relay and the browser's session; every failure is answered in the error shape. */
export function inRelay(handler: (relay: Relay, jar: SessionJar) => Promise<Response>): Promise<Response> {
  const relay = theRelay();
  return answering(async () => handler(relay, await requestJar(relay)), relay.log.unforeseen);
}
