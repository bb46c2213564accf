// Takes requests for the stream before Next sees them. Next finds the route, runs its tracing and makes its own request and response for every one, which
// is four fifths of what opening a stream costs, and keeps some of it as long as the stream lasts (docs/decisions/011).
// Invariant: taken is only what is plainly the stream, a GET of its very path; whatever is spelled otherwise is Next's to judge and comes to the Pages route,
// which answers by the same `serveStream`.
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const STREAM = /^\/api\/events\/stream(\?|$)/;

/** From now on `serve` answers the stream's requests to this process's servers. */
export function openStreamDoor(serve: Listener): void {
  const known = new WeakSet<Server>();
  // Told of before the server's own listeners are called, of the first request too.
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server };
    if (known.has(server)) return;
    known.add(server);
    const others = server.listeners('request') as Listener[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (request.method === 'GET' && STREAM.test(request.url ?? '')) serve(request, response);
      else for (const listener of others) listener.call(server, request, response);
    });
  });
}
