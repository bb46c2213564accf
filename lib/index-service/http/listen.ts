// The HTTP server under the service: node:http on the loopback address, adapted to Request and Response.
import { getRequestListener } from '@hono/node-server';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ContractError } from '@/lib/contract/errors';
import { HTTP } from '@/lib/index-service/limits';
import { errorResponse } from './json-response';
import type { Connection } from './router';

export interface Listening {
  url: string;
  /** Accepts no more requests, gives running ones a moment, then closes every connection. */
  close(): Promise<void>;
}

/** Starts listening; port 0 means any free one. Rejects with Node's error, e.g. EADDRINUSE. */
export async function listen(
  port: number,
  fetch: (request: Request, connection: Connection) => Promise<Response>,
  timeouts: Pick<typeof HTTP, 'headersMs' | 'requestMs'> = HTTP,
): Promise<Listening> {
  const listener = getRequestListener(
    (request, env) => fetch(request, { address: (env.incoming as IncomingMessage).socket.remoteAddress }),
    {
      overrideGlobalObjects: false,
      hostname: '127.0.0.1',
      errorHandler: () =>
        errorResponse(new ContractError('INVALID_REQUEST', 'malformed HTTP request'), 'none'),
    },
  );
  const server = createServer(
    {
      maxHeaderSize: HTTP.headerBytes,
      keepAliveTimeout: HTTP.idleConnectionMs,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      connectionsCheckingInterval: Math.min(2_000, timeouts.headersMs),
    },
    (incoming, outgoing) => void listener(incoming, outgoing),
  );
  server.timeout = HTTP.silentSocketMs;
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
        const cut = setTimeout(() => server.closeAllConnections(), HTTP.shutdownGraceMs);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
