// Every way in which an index can fail to answer a read, as replies of the small index. Invariant: each is what a real server or proxy can do
// on the wire; nothing is faked inside the relay.
import { reply, type Reply } from './small-index';

const EMPTY_PAGE = '{"items":[],"metadata":{"next_token":null,"total_items":0}}';
const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends headers and the start of a body, then runs `after`. */
function half(length: number | undefined, after: (response: Parameters<Reply>[1]) => void): Reply {
  return (_, response) => {
    response.writeHead(200, {
      ...JSON_TYPE,
      ...(length === undefined ? {} : { 'content-length': String(length) }),
    });
    response.write(EMPTY_PAGE.slice(0, 20), () => after(response));
  };
}

/** An endless body, as fast as it is read. */
const endless: Reply = (_, response) => {
  response.writeHead(200, JSON_TYPE);
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(64 * 1024)));
  };
  response.on('drain', more);
  more();
};

const nothing = () => undefined;

export const faults = {
  /** Accepts the request and never answers. */
  silent: nothing,
  /** Closes the connection without a response. */
  hangUp: (_, response) => void response.socket?.destroy(),
  /** Headers, the start of a body, then silence. */
  stalled: half(EMPTY_PAGE.length, nothing),
  /** Headers, the start of a body, then the connection closes. */
  brokenOff: half(EMPTY_PAGE.length, (response) => response.socket?.destroy()),
  /** The same without a length: only the missing last chunk shows it. */
  brokenChunks: half(undefined, (response) => response.socket?.destroy()),
  /** A proxy's page. */
  htmlOk: reply(200, '<html>sign in</html>', { 'content-type': 'text/html' }),
  html502: reply(502, '<html>bad gateway</html>', { 'content-type': 'text/html' }),
  html503: reply(503, '<html>come back</html>', { 'content-type': 'text/html', 'retry-after': '120' }),
  empty: reply(200, ''),
  emptyError: reply(500, ''),
  /** Half a JSON document in a complete response. */
  halfJson: reply(200, EMPTY_PAGE.slice(0, 20)),
  wrongShape: reply(200, '{"items":[{"object_id":7}],"metadata":{"next_token":null,"total_items":1}}'),
  notUtf8: (_, response) => {
    response.writeHead(200, JSON_TYPE).end(Buffer.from([0x22, 0xff, 0xfe, 0x22]));
  },
  redirect: reply(302, '', { location: 'http://127.0.0.1:1/elsewhere' }),
  endless,
  declaredHuge: (_, response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': String(10 ** 12) });
    response.write('[');
  },
  limited: reply(429, '{"error_code":"RATE_LIMITED","message":"600 requests a minute"}', {
    'retry-after': '1',
    'ratelimit-limit': '600',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '1',
  }),
} satisfies Record<string, Reply>;

export type Fault = keyof typeof faults;
