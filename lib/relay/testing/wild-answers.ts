// How an index can answer a request for its stream wrongly: one row a misbehaviour. Used by wild-index.ts.
import type { ServerResponse } from 'node:http';

export type WildAnswer =
  | number
  | { status: number; retryAfter?: string; body?: string }
  /** One frame, then the end. */
  | 'flap'
  /** 200 with another content type. */
  | 'html'
  | 'json'
  /** Takes the request and never answers. */
  | 'mute'
  /** Headers, a byte at a time, for ever. */
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

/** Answers wrongly; 'flap' and what is no misbehaviour is the index's own business. */
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
