// The place before Next: what is plainly for the stream or for a built file is answered here, since Next's own way to a route is most of what such an
// answer costs (docs/decisions/011, 019). Invariant: what no taker takes comes to Next exactly as it was.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers a request, or returns false and leaves it to the next; it may then still watch the answer. */
export type Taker = (request: IncomingMessage, response: ServerResponse) => boolean;

// Told of before the server's own listeners are called, of the first request too.
const COMING = 'http.server.request.start';

/** From now on these are asked, in order, before the listeners of this process's servers. Returns what leaves servers that are not known yet alone again. */
export function openFrontDoor(takers: readonly Taker[]): () => void {
  const known = new WeakSet<Server>();
  const meet = (message: unknown) => {
    const { server } = message as { server: Server };
    if (known.has(server)) return;
    known.add(server);
    const others = server.listeners('request') as Listener[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (takers.some((take) => take(request, response))) return;
      for (const listener of others) listener.call(server, request, response);
    });
  };
  subscribe(COMING, meet);
  return () => void unsubscribe(COMING, meet);
}
