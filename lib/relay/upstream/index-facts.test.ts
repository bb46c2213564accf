// What the relay remembers of GET /: an index that starts, or does not answer, is asked again soon.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reply, startSmallIndex, type SmallIndex } from '@/lib/relay/testing/small-index';
import { ANSWER_BYTES } from '@/lib/relay/limits';
import { createUpstream } from './index-client';
import { createIndexInfo } from './index-facts';

let index: SmallIndex;
beforeEach(async () => (index = await startSmallIndex()));
afterEach(() => index.close());

const described = reply(
  200,
  JSON.stringify({ name: 'index', network: { name: 'mainnet', simulated: false } }),
);

test.each([
  [503, '{"error":{}}', 0],
  [502, 'bad gateway', 0],
  [404, '{"error":{}}', 5_000],
])('after %i the network is named as soon as it is known', async (status, body, ms) => {
  let now = 0;
  const info = createIndexInfo(createUpstream({ baseUrl: index.url, fetch }), () => now, null);
  index.replies.set('GET /', reply(status, body));
  expect(await info.get()).toMatchObject({ reachable: true, network: null });
  index.replies.set('GET /', described);
  if (ms > 0) expect(await info.get()).toMatchObject({ network: null });
  now += ms;
  expect(await info.get()).toMatchObject({ network: 'mainnet' });
});

test.each([
  [true, null],
  [false, 'https://explorer.example/{id}'],
])('where simulated is %s the explorer is %s', async (simulated, explorer) => {
  index.replies.set(
    'GET /',
    reply(200, JSON.stringify({ name: 'index', network: { name: 'any', simulated } })),
  );
  const upstream = createUpstream({ baseUrl: index.url, fetch });
  const info = createIndexInfo(upstream, () => 0, 'https://explorer.example/{id}');
  expect(await info.get()).toMatchObject({ simulated, explorer });
});

test('a large answer to GET / is not parsed, whatever its status, and the index is reachable', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  const numbers = `{"name":"index","numbers":[${'1.0,'.repeat(ANSWER_BYTES.description / 4)}1]}`;
  for (const status of [200, 404, 500]) {
    index.replies.set('GET /', reply(status, numbers));
    const info = createIndexInfo(createUpstream({ baseUrl: index.url, fetch }), () => 0, null);
    expect(await info.get()).toMatchObject({ reachable: true, name: null });
  }
  expect(parse.mock.calls.every(([text]) => text.length <= ANSWER_BYTES.description)).toBe(true);
  parse.mockRestore();
});
