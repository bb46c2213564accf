// The socket under the service: node:http on the loopback address, and the adapter from its requests to Request and Response.
// Invariant: what node refuses by itself (a broken request line, headers beyond all bounds) is still answered and never reaches the service.
// Header room is wider than the service's own bound on URLs, so that a long URL gets the service's 414 and not node's 431.
import { getRequestListener } from '@hono/node-server';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ContractError } from '@/lib/contract/errors';
import { errorResponse } from './respond';
import type { Connection } from './router';

const HEADER_BYTES = 65_536;
/** Longer than the relay keeps an idle connection, so that it never sends into one that is being closed. */
const KEEP_ALIVE_MS = 75_000;
const CLOSE_PATIENCE_MS = 500;

export interface Listening {
  url: string;
  /** Takes no new request, lets running ones end for a moment, then cuts what is left. */
  close(): Promise<void>;
}

/** Starts listening. Rejects with node's error, e.g. EADDRINUSE. Port 0: any free one. */
export async function listen(
  port: number,
  fetch: (request: Request, connection: Connection) => Promise<Response>,
): Promise<Listening> {
  const listener = getRequestListener(
    (request, env) => fetch(request, { address: (env.incoming as IncomingMessage).socket.remoteAddress }),
    {
      overrideGlobalObjects: false,
      hostname: '127.0.0.1',
      errorHandler: () =>
        errorResponse(new ContractError('INVALID_REQUEST', 'not a usable HTTP request'), 'none'),
    },
  );
  const server = createServer(
    { maxHeaderSize: HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS },
    (incoming, outgoing) => void listener(incoming, outgoing),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), CLOSE_PATIENCE_MS);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
