import { expect, test } from 'vitest';
import { createUpstream } from './index-client';

const upstreamOf = (body: string) =>
  createUpstream({
    baseUrl: 'http://index.example',
    fetch: () => Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } })),
  });

test('a small answer with more values than the relay checks is no data', async () => {
  const read = (body: string) => upstreamOf(body).read({ path: '/tokens/usage', maxBytes: 1024 * 1024 });
  expect((await read('{"buckets":[{},{}]}')).body).toEqual({ buckets: [{}, {}] });
  expect((await read(`{"buckets":[${'{},'.repeat(300_000)}{}]}`)).body).toBeUndefined();
});
