// Why the Connect page says that a key no longer works. Against a real HTTP server that plays the index.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startSessionConsole, type SessionConsole } from '@/lib/relay/testing/session-console';
import { reply } from '@/lib/relay/testing/small-index';
import { keyEndOf } from './session';

let at: SessionConsole;
const refusedKey = { id: 'c1', key_id: 'k_1', key: 'k_1.canary-secret', log_id: 'L1' };
const other = { id: 'c2', key_id: 'k_2', key: 'k_2.another-secret' };
beforeEach(async () => {
  at = await startSessionConsole();
  await at.hold(refusedKey, other);
  at.activate('c2');
});
afterEach(() => at.close());

const end = (ended: string | undefined) => keyEndOf(at.relay, at.cookies(), { ended, address: '9.9.9.9' });
/** The index rejects `refusedKey` and accepts the other key. */
const rejectMine = () =>
  at.index.replies.set('GET /tokens/usage', (request, response, body) =>
    reply(request.headers['x-api-key'] === refusedKey.key ? 401 : 200, '{}')(request, response, body),
  );

it('names the key of the page that was refused, whichever is active', async () => {
  rejectMine();
  expect(await end('c1')).toEqual({ reason: 'rejected', connection: 'c1', key_id: 'k_1', network: 'index' });
  expect(await end('c2')).toBeNull();
  // A page that does not know its connection had the active one.
  expect(await end('1')).toBeNull();
});

it('reports that the index was reset since the key was received', async () => {
  rejectMine();
  at.index.replies.set('GET /', reply(200, '{"network":{"name":"demo","simulated":true,"log_id":"L2"}}'));
  expect(await end('c1')).toMatchObject({ reason: 'index_reset', key_id: 'k_1' });
});

it('reports a key that was disconnected in another tab, and nothing of the active key', async () => {
  expect(await end('c9')).toEqual({ reason: 'disconnected' });
  expect(at.index.requests).toEqual([]);
});

it('reports an expired or withdrawn key without asking the index', async () => {
  await at.hold(
    { ...refusedKey, expires_at: '2000-01-01T00:00:00Z' },
    { id: 'c3', index_url: 'https://gone.example' },
    { id: 'c4', key: null },
  );
  expect(await end(undefined)).toMatchObject({ reason: 'expired', at: '2000-01-01T00:00:00Z' });
  expect(await end('c3')).toMatchObject({ reason: 'network_removed' });
  expect(await end('c4')).toMatchObject({ reason: 'withdrawn' });
  expect(at.index.requests).toEqual([]);
});

it('reports nothing that is unknown', async () => {
  expect(await end(undefined)).toBeNull();
  expect(at.index.requests).toEqual([]);
  for (const status of [403, 404, 429, 500]) {
    at.index.replies.set('GET /tokens/usage', reply(status, '{}'));
    expect(await end('c1')).toBeNull();
  }
  await at.index.close();
  expect(await end('c1')).toBeNull();
});

it('asks the index no more often than a session may read', async () => {
  rejectMine();
  at.relay.env.READS_PER_SESSION = 2;
  const usageReads = () => at.index.requests.filter(({ url }) => url.startsWith('/tokens/usage')).length;
  for (let count = 0; count < 5; count += 1) await end('c1');
  expect(usageReads()).toBe(2);
});
