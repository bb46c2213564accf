// A minimal index for the relay's tests: an HTTP server that answers from a table of paths and records its requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Reply = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export interface SmallIndex {
  url: string;
  requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
  /** By "METHOD /path" without the query; the rest is 404 with a JSON error. */
  replies: Map<string, Reply>;
  close(): Promise<void>;
}

export function reply(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
}

export async function startSmallIndex(): Promise<SmallIndex> {
  const requests: SmallIndex['requests'] = [];
  const replies = new Map<string, Reply>();
  const otherwise = reply(404, '{"error_code":"NOT_FOUND","message":"nothing here","request_id":"r1"}');
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      requests.push({ method, url, headers, body });
      (replies.get(`${method} ${url.split('?')[0] ?? ''}`) ?? otherwise)(request, response, body);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    replies,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
