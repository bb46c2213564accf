// A reverse proxy on loopback that counts requests. It changes nothing; event streams pass through unbuffered.
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CountingProxy {
  url: string;
  /** Requests since the start, by method, path and query. */
  counts(): ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(target);
  const counts = new Map<string, number>();
  const server = createServer((incoming: IncomingMessage, response) => {
    const name = `${incoming.method} ${decodeURIComponent(incoming.url ?? '/')}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const { method, headers, url: path } = incoming;
    const upstream = request(
      { hostname, port, method, path, headers: { ...headers, host: `${hostname}:${port}` } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        response.flushHeaders();
        answer.pipe(response);
      },
    );
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts: () => new Map(counts),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
