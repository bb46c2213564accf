// What is done to a request on its arrival, before Next sees it: it is marked with where it comes from, since Next hands App routes no socket,
// and its target becomes a path: Next would answer `GET http://elsewhere/` by a redirect to there.
// Invariant: the mark is always ours, whatever the browser sent under its name; a forwarded address counts only when a proxy of this machine or net says it.
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** Carries the address from the socket to an App route. */
export const ADDRESS = 'x-console-address';

const NEAR = /^(::ffff:)?(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^(::1|f[cd].*)$/i;

/** The browser's address: the socket's, or what the proxy on this machine or net says it is. */
export function addressOf(socket: string | undefined, forwarded: string | string[] | undefined): string {
  const last = String(forwarded ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return NEAR.test(socket ?? '') && last !== undefined && last !== '' ? last.slice(0, 64) : (socket ?? '');
}

/** The path of a request's target: a proxy's form names a host as well, which is nobody's but the Host header's. */
export function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/is.exec(target)?.[1]?.replace(/^(?!\/)/, '/') ?? '/';
}

/** From now on every request of this process's servers carries its address, and asks for a path. */
export function markArrivals(): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    request.url = pathOf(request.url ?? '/');
    request.headers[ADDRESS] = addressOf(request.socket.remoteAddress, request.headers['x-forwarded-for']);
  });
}
