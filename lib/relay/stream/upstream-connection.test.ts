// Redirects of the event stream, against a real HTTP server.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reply, startSmallIndex, type SmallIndex } from '@/lib/relay/testing/small-index';
import { systemClock as clock } from '@/lib/time/clock';
import { openConnectionTo, type ConnectionEnd } from './upstream-connection';

const KEY = 'k_1.canary-secret';
let index: SmallIndex;

beforeEach(async () => {
  index = await startSmallIndex();
  index.replies.set('GET /events/stream/', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('id: 7\ndata: {}\n\n');
  });
});
afterEach(() => index.close());

/** The ids received, or how the connection ended before the first one. */
function receive(): Promise<string[] | ConnectionEnd> {
  const open = openConnectionTo({
    url: `${index.url}/events/stream`,
    key: KEY,
    clock,
    headersMs: 10_000,
    silenceMs: 10_000,
  });
  return new Promise((done) => {
    const connection = open(5n, {
      onOpen: () => undefined,
      onFrames: (frames) => {
        connection.close();
        done(frames.map(({ id }) => String(id)));
      },
      onClose: done,
    });
  });
}

it('a redirect that only adds a slash is followed, with key and cursor', async () => {
  index.replies.set('GET /events/stream', reply(308, '', { location: '/events/stream/' }));
  expect(await receive()).toEqual(['7']);
  expect(index.requests.map(({ url }) => url)).toEqual(['/events/stream', '/events/stream/']);
  expect(index.requests[1]!.headers).toMatchObject({ 'x-api-key': KEY, 'last-event-id': '5' });
});

it.each(['http://127.0.0.1:1/events/stream/', '//elsewhere.example/events/stream/', '/login/'])(
  'a redirect to %s is refused',
  async (location) => {
    index.replies.set('GET /events/stream', reply(308, '', { location }));
    expect(await receive()).toMatchObject({ why: 'refused', status: 308 });
    expect(index.requests).toHaveLength(1);
  },
);

it('is followed once', async () => {
  index.replies.set('GET /events/stream', reply(308, '', { location: '/events/stream/' }));
  index.replies.set('GET /events/stream/', reply(308, '', { location: '/events/stream' }));
  expect(await receive()).toMatchObject({ why: 'refused', status: 308 });
  expect(index.requests).toHaveLength(2);
});
