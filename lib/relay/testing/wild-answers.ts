// Wrong responses to a stream request, one per kind of misbehaviour. Used by wild-index.ts.
import type { ServerResponse } from 'node:http';

export type WildAnswer =
  | number
  | { status: number; retryAfter?: string; body?: string }
  /** One frame, then the end. */
  | 'flap'
  /** 200 with another content type. */
  | 'html'
  | 'json'
  /** Accepts the request and never answers. */
  | 'mute'
  /** Headers one byte at a time, without an end. */
  | 'slow-headers'
  /** An error whose body never ends. */
  | 'endless-refusal';

const PAGE = '<html>secret stack\n    at /srv/index/lib/secret.ts:1:1</html>';
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nx-long: ';

function trickle(response: ServerResponse, text: string): void {
  const { socket } = response;
  let at = 0;
  const timer = setInterval(() => {
    socket?.write(text[at] ?? 'x');
    at += 1;
  }, 20);
  socket?.once('close', () => clearInterval(timer));
}

/** Sends a wrong response; wild-index.ts itself handles 'flap'. */
export function answerWrongly(response: ServerResponse, answer: Exclude<WildAnswer, 'flap'>): void {
  switch (answer) {
    case 'mute':
      return;
    case 'slow-headers':
      return trickle(response, HEAD);
    case 'html':
    case 'json':
      response
        .writeHead(200, { 'content-type': answer === 'html' ? 'text/html' : 'application/json' })
        .end('{}');
      return;
    case 'endless-refusal':
      response.writeHead(500, { 'content-type': 'text/html' }).flushHeaders();
      return trickle(response, '');
    default: {
      const { status, retryAfter, body } = typeof answer === 'number' ? { status: answer } : { ...answer };
      const wait = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      response.writeHead(status, { ...wait, location: 'http://127.0.0.1:1/elsewhere' }).end(body ?? PAGE);
    }
  }
}
