// What a visitor is told who was led to Connect. Against a real HTTP server that plays the index.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keyEndOf } from './key-end';
import { connectionFor } from '@/lib/relay/testing/connection-for';
import { startSessionConsole, type SessionConsole } from '@/lib/relay/testing/session-console';
import { reply } from '@/lib/relay/testing/small-index';

let at: SessionConsole;
const mine = connectionFor({ id: 'c1', key_id: 'k_1', log_id: 'L1' });
const other = connectionFor({ id: 'c2', key_id: 'k_2', key: 'k_2.another-secret' });
beforeEach(async () => {
  at = await startSessionConsole();
  at.setRing({ in_use: 'c2', connections: [mine, other] });
});
afterEach(() => at.close());

const end = (ended: string | undefined) => keyEndOf(at.relay, at.ring(), { ended, address: '9.9.9.9' });
/** The index accepts the other key and not mine. */
const refuseMine = () =>
  at.index.replies.set('GET /tokens/usage', (request, response, body) =>
    reply(request.headers['x-api-key'] === mine.key ? 401 : 200, '{}')(request, response, body),
  );

it('is told of the key of the page that was refused, whichever is in use', async () => {
  refuseMine();
  expect(await end('c1')).toEqual({ is: 'refused', connection: 'c1', key_id: 'k_1', network: 'index' });
  expect(await end('c2')).toBeNull();
  // A page that does not know its connection had the one in use.
  expect(await end('1')).toBeNull();
});

it('is told when the data were made anew since the key was taken', async () => {
  refuseMine();
  at.index.replies.set('GET /', reply(200, '{"network":{"name":"demo","simulated":true,"log_id":"L2"}}'));
  expect(await end('c1')).toMatchObject({ is: 'data-anew', key_id: 'k_1' });
});

it('is told that a key was left in another tab, with nothing of the one in use', async () => {
  expect(await end('c9')).toEqual({ is: 'left' });
  expect(at.index.asked).toEqual([]);
});

it('is told without a question what the key says itself, or the settings', async () => {
  at.setRing({
    in_use: 'c1',
    connections: [
      { ...mine, expires_at: '2000-01-01T00:00:00Z' },
      connectionFor({ id: 'c3', network: 'gone' }),
      connectionFor({ id: 'c4', key: null, guard: 'of a former password' }),
    ],
  });
  expect(await end(undefined)).toMatchObject({ is: 'lapsed', at: '2000-01-01T00:00:00Z' });
  expect(await end('c3')).toMatchObject({ is: 'network-gone', network: 'gone' });
  expect(await end('c4')).toMatchObject({ is: 'withdrawn' });
  expect(at.index.asked).toEqual([]);
});

it('is told nothing that is not known', async () => {
  expect(await end(undefined)).toBeNull();
  expect(at.index.asked).toEqual([]);
  await at.index.close();
  expect(await end('c1')).toBeNull();
});

it('asks the index no oftener than a session may read', async () => {
  refuseMine();
  at.relay.env.readsPerSession = 2;
  const asked = () => at.index.asked.filter(({ url }) => url.startsWith('/tokens/usage')).length;
  for (let count = 0; count < 5; count += 1) await end('c1');
  expect(asked()).toBe(2);
});
