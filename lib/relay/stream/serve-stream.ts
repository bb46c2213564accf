// GET /api/events/stream: from a browser's request to a reader on a channel. Invariant: failures are answered by status before the first byte, and
// no byte of the request reaches the index or the stream: the cursor is a number, and every other parameter is refused.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ContractError } from '@/lib/contract/errors';
import { parseQuery } from '@/lib/contract/request';
import { CONNECTION_PARAM } from '@/lib/contract/session';
import { clientAddress } from '@/lib/relay/server/client-address';
import type { Relay } from '@/lib/relay/relay';
import { failureOf } from '@/lib/relay/responses';
import { cookiesOf, countRead, sessionOf } from '@/lib/relay/session/session';
import { responseSink } from './browser-connection';
import type { StreamRequest } from './channels';

const PARAMETERS: ReadonlySet<string> = new Set([CONNECTION_PARAM, 'last_event_id']);

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // no-transform: compression would hold frames back until its buffer is full.
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

/** The header of a reconnecting browser is newer than the parameter in its URL. Throws INVALID_REQUEST. */
function cursorOf(header: string | string[] | undefined, search: URLSearchParams): bigint | undefined {
  const text = header === undefined ? search.get('last_event_id') : String(header);
  if (text === null) return undefined;
  return parseQuery('events.stream', new URLSearchParams({ last_event_id: text })).last_event_id;
}

/** Every reader gets every event, so a filter would be ignored. Throws INVALID_REQUEST. */
function refuseOtherParameters(search: URLSearchParams): void {
  for (const name of search.keys())
    if (!PARAMETERS.has(name))
      throw new ContractError(
        'INVALID_REQUEST',
        `The stream has no other parameters than ${[...PARAMETERS].join(' and ')}`,
      );
}

/** Per minute as many as streams may be open. Throws RATE_LIMITED. */
async function countCatchUp({ env, limits }: Relay, { session, address }: StreamRequest): Promise<void> {
  await limits.take(`catch-up session ${session}`, env.STREAMS_PER_SESSION);
  await limits.take(`catch-up address ${address}`, env.STREAMS_PER_ADDRESS);
}

/** Resolves when the stream has started or was refused. */
export async function serveStream(
  relay: Relay,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    if (request.method !== 'GET')
      throw new ContractError('METHOD_NOT_ALLOWED', 'The stream is read with GET', {
        headers: { Allow: 'GET' },
      });
    const address = clientAddress(request.headers);
    // Before any cookie is opened.
    await countRead(relay, { address });
    const cookies = cookiesOf(relay, request.headers);
    const search = new URL(request.url ?? '/', 'http://relay.invalid').searchParams;
    refuseOtherParameters(search);
    // An EventSource sends no headers of its own, so the page's connection is in the URL.
    const { connection, network, key } = await sessionOf(relay, cookies, search.get(CONNECTION_PARAM));
    if (!connection.scopes.includes('events:read'))
      throw new ContractError('MISSING_SCOPE', 'This key may not read events (events:read)');
    const { expires_at } = connection;
    const stream = {
      network,
      key,
      expiresInMs: expires_at === null ? undefined : Date.parse(expires_at) - relay.now(),
      session: connection.id,
      address,
      cursor: cursorOf(request.headers['last-event-id'], search),
    };
    const { channels } = relay;
    channels.check(stream);
    await channels.confirmKey(stream);
    if (channels.needsCatchUp(stream)) await countCatchUp(relay, stream);
    if (response.destroyed) return;
    // Disconnecting in another tab, or elsewhere with a copied cookie, ends this stream too: watched first, in case it happened during the waits.
    let detach = (): void => undefined;
    let disconnected = false;
    const unwatch = relay.revoked.onAdd(connection.id, () => {
      disconnected = true;
      if (response.headersSent) response.end();
    });
    // The response closes however the browser leaves; the request does not.
    response.on('close', () => {
      unwatch();
      detach();
    });
    if ((await relay.revoked.has(connection.id)) || disconnected)
      throw new ContractError('UNAUTHENTICATED', 'This connection was disconnected.');
    // Others may have connected meanwhile; from here to `attach` nothing waits.
    channels.check(stream);
    if (response.destroyed) return;
    response.writeHead(200, HEADERS);
    request.socket.setNoDelay(true);
    detach = channels.attach(stream, responseSink(response));
  } catch (error) {
    const { status, headers, body } = failureOf(relay, error);
    if (response.headersSent) response.destroy();
    else response.writeHead(status, headers).end(body);
  }
}
