// Reads through the relay against a real HTTP server that plays the index, and a walk over every row of the table.
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { Endpoint } from '@/lib/contract/endpoint-row';
import { endpointNames, endpoints } from '@/lib/contract/endpoints';
import { answerProbe, forward, toForward } from './forward';
import { reply, startSmallIndex, type SmallIndex } from './testing/small-index';
import { createUpstream, type Upstream } from './upstream';

const KEY = 'k_1.canary-secret';
const ID = `0x${'a'.repeat(64)}`;
const none = new URLSearchParams();

describe('what may be read', () => {
  it.each(endpointNames)('%s: by GET, and only where a record or a listing is answered', (name) => {
    const row: Endpoint = endpoints[name];
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      key === 'fqn' ? 'xyz.tool%401' : key === 'skill_id' ? '7' : ID,
    );
    const allowed = row.method === 'GET' && (row.answers === 'record' || row.answers === 'listing');
    if (allowed) expect(toForward(path, none)).toMatchObject({ name, path });
    else expect(() => toForward(path, none)).toThrow('the API has no such path');
  });

  it.each([
    '/nowhere',
    '/dags/',
    '//dags',
    '/dags/../tokens/usage',
    '/dags/%2e%2e',
    '/tools/%2e%2e',
    '/dags/0xzz',
    '/agents/x/skills',
  ])('%s is 404', (path) => {
    expect(() => toForward(path, none)).toThrow(expect.objectContaining({ status: 404 }));
  });

  it('lets known parameters through, once each, and drops the rest', () => {
    const search = new URLSearchParams('status=active&owner=0x1&status=slashed&page_size=5&x-api-key=evil');
    expect(toForward('/leaders', search).path).toBe('/leaders?status=active&page_size=5');
  });

  it('refuses a wrong value before it leaves, naming the parameter', () => {
    expect(() => toForward('/leaders', new URLSearchParams('status=gone'))).toThrow(/^status: /);
    expect(() => toForward('/events', new URLSearchParams('kinds=NoSuchThing'))).toThrow(
      expect.objectContaining({ code: 'INVALID_FILTER_VALUE', status: 400 }),
    );
  });

  it('writes ids in normal form and keeps a tool name in one segment', () => {
    expect(toForward('/dags/0xAB', none).path).toBe(`/dags/0x${'ab'.padStart(64, '0')}`);
    expect(toForward('/tools/a%2Fb%3Fc', none).path).toBe('/tools/a%2Fb%3Fc');
  });
});

describe('what comes back', () => {
  let index: SmallIndex;
  let upstream: Upstream;
  beforeEach(async () => {
    index = await startSmallIndex();
    upstream = createUpstream({ baseUrl: index.url, fetch, timeoutMs: 500 });
  });
  afterEach(() => index.close());
  const read = () => forward(upstream, toForward('/dags', none), KEY);

  it('is the very bytes, with status and safe headers', async () => {
    const bytes = '{ "items":[{"amount":9007199254740993,"s":"\\u00e9 é"}],\n"metadata":{} }';
    const headers = {
      'ratelimit-remaining': '3',
      'x-request-id': 'r7',
      'set-cookie': 'a=b',
      server: 'x',
      etag: 'y',
    };
    index.replies.set('GET /dags', reply(200, bytes, headers));
    const response = await read();
    expect(await response.text()).toBe(bytes);
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'ratelimit-remaining': '3',
      'x-request-id': 'r7',
    });
    expect(index.asked[0]!.headers['x-api-key']).toBe(KEY);
  });

  it.each([400, 401, 403, 404, 429, 500, 501])('keeps an error answer with status %d', async (status) => {
    index.replies.set('GET /dags', reply(status, '{"error_code":"E"}', { 'retry-after': '9' }));
    const response = await read();
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe('9');
    expect(await response.text()).toBe('{"error_code":"E"}');
  });

  it.each([
    [200, 502],
    [500, 502],
    [503, 502],
    [401, 401],
    [404, 404],
    [429, 429],
  ])('a page of HTML with status %d becomes our error with %d', async (status, ours) => {
    index.replies.set('GET /dags', reply(status, '<html>', { 'content-type': 'text/html' }));
    await expect(read()).rejects.toMatchObject({ status: ours });
  });

  it('tells an absent index and a silent one apart', async () => {
    index.replies.set('GET /dags', () => undefined);
    await expect(read()).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT', status: 504 });
    await index.close();
    await expect(read()).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE', status: 502 });
  });

  it('sends no key to what is open to all', async () => {
    index.replies.set('GET /readyz', reply(200, '{"ready":true}'));
    await forward(upstream, toForward('/readyz', none), KEY);
    expect(index.asked[0]!.headers['x-api-key']).toBeUndefined();
  });

  it('lets go of the index when the browser leaves', async () => {
    let closed: () => void = () => undefined;
    const left = new Promise<void>((done) => (closed = done));
    index.replies.set('GET /dags', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{');
      response.on('close', closed);
    });
    const browser = new AbortController();
    const response = await forward(upstream, toForward('/dags', none), KEY, browser.signal);
    browser.abort();
    await expect(response.text()).rejects.toThrow();
    await left;
  });
});

test('a probe turns "there is none" into an answer, and leaves everything else as it is', async () => {
  const absent = answerProbe(
    new Response('{}', { status: 404, headers: { 'content-type': 'application/json', 'x-request-id': 'r' } }),
  );
  expect(absent.status).toBe(204);
  expect(absent.headers.get('x-probed-status')).toBe('404');
  expect(absent.headers.get('x-request-id')).toBe('r');
  for (const status of [200, 401, 403, 429, 500]) {
    const answer = new Response('{}', { status });
    expect(answerProbe(answer)).toBe(answer);
  }
});
