// Takes requests for the stream before Next sees them. Next finds the route, runs its tracing and makes its own request and response for every one, which
// is four fifths of what opening a stream costs, and keeps some of it as long as the stream lasts (docs/decisions/011).
// Invariant: taken is only what is plainly the stream, a GET of its very path; whatever is spelled otherwise is Next's to judge and comes to the Pages route,
// which answers by the same `serveStream`.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Taker } from './front-door';

const STREAM = /^\/api\/events\/stream(\?|$)/;

export const streamDoor =
  (serve: (request: IncomingMessage, response: ServerResponse) => void): Taker =>
  (request, response) => {
    if (request.method !== 'GET' || !STREAM.test(request.url ?? '')) return false;
    serve(request, response);
    return true;
  };
