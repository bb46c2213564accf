// A plain server for tests of handlers, and a client that normalizes nothing: each request has its own connection and the path as written.
import { createServer, request as send, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answer {
  status: number;
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
          done({ status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() });
        });
      });
      request.on('error', failed).end();
    });
}
