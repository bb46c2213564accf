// The order of the gates and the shape of every refusal (spec 5, 7).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMemoryService, type MemoryService } from '@/lib/index-service/testing/memory-service';
import { RawJson } from './handler-types';

let index: MemoryService;
let leaders: string;
let broken: boolean;

beforeAll(async () => {
  index = await openMemoryService({
    limits: { requestsPerMinute: 20 },
    handlers: {
      'leaders.list': async () => {
        if (broken) throw new Error('the disk is gone');
        return { items: [], metadata: { next_token: null, total_items: 0 } };
      },
      'events.list': async () => ({
        items: [
          {
            id: 9007199254740993n,
            kind: 'DAGCreatedEvent',
            tx_digest: 'x',
            sender_address: 'y',
            payload: new RawJson('{"n": 18446744073709551615}'),
            onchain_at: null,
          },
        ],
        metadata: { next_token: null, total_items: 1 },
      }),
    },
  });
  leaders = await index.claim(['leaders:read']);
});
afterAll(() => index.stop());

test('an unknown path is 404 and a wrong method 405, with or without a key', async () => {
  expect(await index.call('/leader')).toMatchObject({ status: 404, body: { error_code: 'NOT_FOUND' } });
  const wrong = await index.call('/leaders', leaders, { method: 'POST', body: '{}' });
  expect(wrong).toMatchObject({ status: 405, body: { error_code: 'METHOD_NOT_ALLOWED' } });
  expect(wrong.headers.get('allow')).toBe('GET');
});

test.each([
  ['no key', {}],
  ['an unknown key', { 'x-api-key': 'dk_0000000000000000.aaaaaaaaaaaaaaaaaaaaaa' }],
  ['no key at all', { 'x-api-key': 'a\u00e9' }],
  ['an empty key', { 'x-api-key': '' }],
  ['another scheme', { authorization: 'Bearer x.y' }],
])('%s is 401', async (_, headers) => {
  expect(await index.call('/leaders', undefined, { headers })).toMatchObject({
    status: 401,
    body: { error_code: 'UNAUTHENTICATED' },
  });
});

test('the id of a key with another secret is 401', async () => {
  const [id] = leaders.split('.');
  expect((await index.call('/leaders', `${id}.${'a'.repeat(43)}`)).status).toBe(401);
});

test('a key also comes as Authorization: ApiKey, and x-api-key wins', async () => {
  const authorization = `ApiKey ${leaders}`;
  expect((await index.call('/leaders', undefined, { headers: { authorization } })).status).toBe(200);
  expect((await index.call('/leaders', 'not.valid-key', { headers: { authorization } })).status).toBe(401);
});

test('a missing scope is 403 and named; filters are not parsed before that', async () => {
  const answer = await index.call('/dags?finalized=perhaps', leaders);
  expect(answer).toMatchObject({ status: 403, body: { error_code: 'MISSING_SCOPE' } });
  expect((answer.body as { message: string }).message).toContain('dags:read');
});

test('errors carry their code and the request id in body and headers', async () => {
  const headers = { 'x-request-id': 'my-request.1' };
  const answer = await index.call('/leaders?page_size=0', leaders, { headers });
  expect(answer).toMatchObject({
    status: 400,
    body: { error_code: 'INVALID_REQUEST', request_id: 'my-request.1' },
  });
  expect(answer.headers.get('x-error-code')).toBe('INVALID_REQUEST');
  expect(answer.headers.get('x-request-id')).toBe('my-request.1');
});

test('a request id that is not plain is replaced', async () => {
  const answer = await index.call('/healthz', undefined, { headers: { 'x-request-id': 'a b <script>' } });
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{16}$/);
});

test('an enum value our release does not know is refused', async () => {
  expect((await index.call('/leaders?status=asleep', leaders)).status).toBe(400);
});

test('what is not answered yet is 501 in the error shape', async () => {
  expect(await index.call('/registry/leader', leaders)).toMatchObject({
    status: 501,
    body: { error_code: 'NOT_IMPLEMENTED' },
  });
});

test('an unexpected error is a 500 without details, written down without anything the caller sent', async () => {
  broken = true;
  const answer = await index.call('/leaders', leaders, { headers: { 'x-request-id': 'r1' } });
  broken = false;
  expect(answer).toMatchObject({ status: 500, body: { error_code: 'INTERNAL', message: 'internal error' } });
  const line = index.logged.at(-1);
  expect(line).toMatchObject({ request_id: 'r1', endpoint: 'leaders.list', error: 'the disk is gone' });
  expect(JSON.stringify(index.logged)).not.toContain(leaders.split('.')[1]);
});

test('stored payloads come out byte for byte, and 64-bit numbers exactly', async () => {
  const key = await index.claim(['events:read']);
  const response = await index.fetch('/events', { headers: { 'x-api-key': key } });
  const text = await response.text();
  expect(text).toContain('"id":9007199254740993');
  expect(text).toContain('"payload":{"n": 18446744073709551615}');
});

test('a URL beyond 16 KB is 414', async () => {
  const answer = await index.call(`/leaders?status=${'a'.repeat(17_000)}`, leaders);
  expect(answer).toMatchObject({ status: 414, body: { error_code: 'URI_TOO_LONG' } });
});

test('HEAD is GET without a body, and is not offered on the stream', async () => {
  const head = await index.call('/leaders', leaders, { method: 'HEAD' });
  expect(head).toMatchObject({ status: 200, body: null });
  const key = await index.claim(['events:read']);
  expect((await index.call('/events/stream', key, { method: 'HEAD' })).status).toBe(405);
  expect(index.service.openStreams()).toBe(0);
});

test('requests per minute are limited by key, and headers state the remaining ones', async () => {
  const key = await index.claim(['leaders:read']);
  const first = await index.call('/leaders', key);
  expect(first.headers.get('ratelimit-limit')).toBe('20');
  expect(first.headers.get('ratelimit-remaining')).toBe('19');
  for (let n = 1; n < 20; n += 1) expect((await index.call('/leaders', key)).status).toBe(200);
  index.clock.pass(15_500);
  const refused = await index.call('/leaders?status=asleep', key);
  expect(refused).toMatchObject({ status: 429, body: { error_code: 'RATE_LIMITED' } });
  expect(refused.headers.get('ratelimit-remaining')).toBe('0');
  expect(refused.headers.get('ratelimit-reset')).toBe('45');
  expect(refused.headers.get('retry-after')).toBe('45');
  index.clock.pass(44_500);
  expect((await index.call('/leaders', key)).status).toBe(200);
});

test.each([
  ['an unknown path', '/nowhere', 404],
  ['a missing scope', '/dags', 403],
  ['a wrong method', '/events/stream', 405],
])('the limit counts requests that end as %s', async (_, path, status) => {
  const key = await index.claim(['leaders:read']);
  const method = status === 405 ? 'HEAD' : 'GET';
  for (let n = 1; n <= 20; n += 1) {
    const answer = await index.call(path, key, { method });
    expect([answer.status, answer.headers.get('ratelimit-remaining')]).toEqual([status, String(20 - n)]);
  }
  expect((await index.call(path, key, { method })).status).toBe(429);
});

test.each([
  ['a foreign host name', 'http://rebound.example/leaders', {}],
  ['a foreign origin', 'http://index.test/leaders', { origin: 'https://evil.example' }],
  ['an origin on another port', 'http://index.test:4000/leaders', { origin: 'http://index.test:5000' }],
  ['an opaque origin', 'http://index.test/leaders', { origin: 'null' }],
])('%s is 403, key or not', async (_, url, headers) => {
  const answer = await index.service.fetch(
    new Request(url, { headers: { 'x-api-key': leaders, ...headers } }),
  );
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ error_code: 'FORBIDDEN' });
});

test.each([
  ['http://localhost:4000/', {}],
  ['http://127.0.0.1:4000/', { origin: 'http://127.0.0.1:4000' }],
  ['http://[::1]/', {}],
  ['http://index.test/', { origin: 'https://index.test' }],
  ['http://10.0.0.7/healthz', {}],
])('%s is answered', async (url, headers) => {
  expect((await index.service.fetch(new Request(url, { headers }))).status).toBe(200);
});

test('service endpoints need no key', async () => {
  expect((await index.call('/')).body).toMatchObject({
    release: 'v2.0.0-rc.final',
    network: { name: 'testing', simulated: false, log_id: index.log.logId() },
  });
  expect((await index.call('/healthz')).status).toBe(200);
  expect(await index.call('/readyz')).toMatchObject({ status: 200, body: { ready: true } });
  index.setReadiness({ ready: false, message: 'seeding 40%' });
  expect(await index.call('/readyz')).toMatchObject({
    status: 503,
    body: { ready: false, message: 'seeding 40%' },
  });
  index.setReadiness({ ready: true, message: 'ready' });
});
