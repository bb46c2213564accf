// An index whose payment ledgers are refused, until the test allows them.
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy before the index at `indexUrl`. */
export async function startWithoutLedger(indexUrl: string) {
  let isRefused = true;
  const server = createServer((asked, response) => {
    if (isRefused && asked.url?.includes('/payment-ledger')) {
      const body = JSON.stringify({ error_code: 'FORBIDDEN', message: 'the key may not' });
      response.writeHead(403, { 'content-type': 'application/json' }).end(body);
      return;
    }
    const { method, headers, url } = asked;
    const upstream = request(`${indexUrl}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    asked.pipe(upstream);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    allow: () => (isRefused = false),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
