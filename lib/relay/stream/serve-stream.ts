// GET /api/events/stream: from a browser's request to a reader on the hub. Invariant: what is wrong is answered by status before the first byte;
// after it by the relay's own events. No bytes of the request reach the index or the stream: the cursor is a number, the kinds are names we know.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ContractError } from '@/lib/contract/errors';
import { parseQuery } from '@/lib/contract/request';
import { CONNECTION_PARAM } from '@/lib/contract/session';
import { stringifyJson } from '@/lib/json/exact';
import { addressOf } from '@/lib/relay/server/client-address';
import { ALWAYS, NO_DOCUMENT } from '@/lib/relay/answer-headers.mjs';
import { tlsOf } from '@/lib/relay/incoming';
import { cookieName } from '@/lib/relay/session/keyring';
import type { Relay } from '@/lib/relay/relay';
import { errorAnswer } from '@/lib/relay/respond';
import { responseSink } from './response-sink';
import { countRead, sessionOf } from '@/lib/relay/session/session';

const HEADERS = {
  ...ALWAYS,
  ...NO_DOCUMENT,
  'Content-Type': 'text/event-stream; charset=utf-8',
  // no-transform: a compressed stream would be held back until its buffer is full.
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

/** The cursor: the header of a reconnecting browser is newer than what stands in its address. Throws INVALID_REQUEST. */
export function cursorOf(header: string | string[] | undefined, search: URLSearchParams): bigint | undefined {
  const text = header === undefined ? search.get('last_event_id') : String(header);
  if (text === null) return undefined;
  return parseQuery('events.stream', new URLSearchParams({ last_event_id: text })).last_event_id;
}

/** The value of a cookie by its name; undefined when there is none. Seals are of characters that need no encoding. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** Answers a request for the stream. Resolves when the stream has begun or was refused. */
export async function serveStream(
  relay: Relay,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    if (request.method !== 'GET')
      throw new ContractError('METHOD_NOT_ALLOWED', 'the stream is read by GET', {
        headers: { Allow: 'GET' },
      });
    const secure = tlsOf(request.headers['x-forwarded-proto'], false);
    const ring = await relay.seals.open(cookieOf(request.headers.cookie, cookieName(secure)));
    const search = new URL(request.url ?? '/', 'http://relay.invalid').searchParams;
    // An EventSource sends no headers of its own: the page's connection stands in the address.
    const { connection, network, key: own } = sessionOf(relay, ring, search.get(CONNECTION_PARAM));
    if (!connection.scopes.includes('events:read'))
      throw new ContractError('MISSING_SCOPE', 'this key may not read events (events:read)');
    const key = network.env.streamKey ?? own;
    const wanted = {
      network: network.name,
      key,
      session: connection.id,
      address: addressOf(request.socket.remoteAddress, request.headers['x-forwarded-for']),
      cursor: cursorOf(request.headers['last-event-id'], search),
      kinds: undefined,
    };
    relay.hubs.check(wanted);
    // A set of kinds that nobody asked for yet is a read of the index, with a key that may be the operator's.
    const kinds = await network.kinds(search.get('kinds'), key, () => countRead(relay, wanted));
    // Others may have come while the kinds were asked for; from here to the attach nothing waits.
    relay.hubs.check(wanted);
    if (response.destroyed) return;
    response.writeHead(200, HEADERS);
    request.socket.setNoDelay(true);
    const detach = relay.hubs.attach({ ...wanted, kinds }, responseSink(response));
    // The response's end is told for every way a browser can leave; the request's is not.
    response.on('close', detach);
  } catch (error) {
    if (!(error instanceof ContractError)) relay.log.unforeseen(error);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { status, headers, body } = errorAnswer(error);
    response.writeHead(status, { ...ALWAYS, ...NO_DOCUMENT, ...headers }).end(stringifyJson(body));
  }
}
