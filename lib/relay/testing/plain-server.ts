// A plain HTTP server for tests of the handlers in front of Next, and a client that returns the raw response. Invariant: each request has its own
// connection, and its path is sent as written, which fetch would normalise.
import { createServer, request as send, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answer {
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The body as UTF-8. */
  text: string;
}

export type Ask = (path: string, headers?: Record<string, string>, method?: string) => Promise<Answer>;

/** Listens until the callback given to `atEnd` (vitest's `onTestFinished`) runs. */
export async function serve(atEnd: (close: () => void) => void, listener: RequestListener): Promise<Ask> {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  atEnd(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return (path, headers = {}, method = 'GET') =>
    new Promise((done, failed) => {
      const request = send({ port, path, method, headers, host: '127.0.0.1', agent: false }, (response) => {
        const parts: Buffer[] = [];
        response.on('error', failed);
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const body = Buffer.concat(parts);
          done({ headers: response.headers, body, text: body.toString() });
        });
      });
      request.on('error', failed).end();
    });
}
