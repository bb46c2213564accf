// Reads through the relay, against a real HTTP server that plays the index and fails in every way.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '@/lib/contract/endpoint-row';
import { BEYOND_SPECIFICATION, endpointNames, endpoints } from '@/lib/contract/endpoints';
import { ContractError } from '@/lib/contract/errors';
import { ANSWER_BYTES } from '@/lib/relay/limits';
import { toResponse } from '@/lib/relay/responses';
import { forward } from './forward';
import { toForward } from './forwardable';
import { createApiDocument } from './api-document';
import { createReadPauses } from './read-pauses';
import { createReads, type Reads } from './reads';
import { faults, type Fault } from '@/lib/relay/testing/faults';
import { reply, startSmallIndex, type SmallIndex } from '@/lib/relay/testing/small-index';
import { createUpstream } from './index-client';

const KEY = 'k_1.canary-secret';
const ID = `0x${'a'.repeat(64)}`;
const none = new URLSearchParams();

let index: SmallIndex;
let reads: Reads;
let eventsSeen = 0;
beforeEach(async () => {
  index = await startSmallIndex();
  // Long enough for a good response on a busy machine.
  const limits = { idleMs: 400, totalMs: 1_500, maxBytes: 256 * 1024 };
  const upstream = createUpstream({ baseUrl: index.url, fetch, timeoutMs: 1_000, limits });
  const readPauses = createReadPauses(() => 0);
  const document = createApiDocument(upstream, () => 0);
  reads = createReads({ upstream, readPauses, document, now: () => 0, eventsSeen: () => eventsSeen });
});
afterEach(() => index.close());
const read = async (signal?: AbortSignal) =>
  toResponse(
    await forward(reads, toForward('/dags', none), KEY, { signal, requestId: 'ours-1' }),
    new Request('http://console.example'),
  );

describe('a forwarded response', () => {
  it('has the exact bytes, the status and the safe headers', async () => {
    const bytes = '{ "items":[{"amount":9007199254740993,"s":"\\u00e9 é"}],\n"metadata":{} }';
    const headers = {
      'ratelimit-remaining': '3',
      'x-request-id': 'r7',
      'set-cookie': 'a=b',
      server: 'x',
      etag: 'y',
      location: 'http://elsewhere',
      'ratelimit-limit': `${'9'.repeat(101)}`,
    };
    index.replies.set('GET /dags', reply(200, bytes, headers));
    const response = await read();
    expect(await response.text()).toBe(bytes);
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'ratelimit-remaining': '3',
      'x-request-id': 'r7',
    });
    expect(index.requests[0]!.headers).toMatchObject({ 'x-api-key': KEY, 'x-request-id': 'ours-1' });
  });

  it.each([400, 401, 403, 404, 429, 500, 501])('passes on an error with status %d', async (status) => {
    index.replies.set('GET /dags', reply(status, '{"error_code":"E"}', { 'retry-after': '9' }));
    const response = await read();
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe('9');
    expect(await response.text()).toBe('{"error_code":"E"}');
  });

  it('reports a missing endpoint instead of a missing id where the OpenAPI document proves it', async () => {
    const specified = endpointNames.filter((name) => !BEYOND_SPECIFICATION.has(name));
    const paths = Object.fromEntries(specified.map((name) => [endpoints[name].path, {}]));
    index.replies.set('GET /openapi.json', reply(200, JSON.stringify({ paths })));
    const walks = toForward(`/executions/${ID}/walks`, none);
    await expect(forward(reads, walks, KEY)).rejects.toMatchObject({
      code: 'NOT_IMPLEMENTED',
      message: expect.stringMatching(/doesn't list/) as string,
    });
    const gas = await forward(reads, toForward(`/executions/${ID}/gas`, none), KEY);
    expect(gas.status).toBe(404);
  });

  it.each<[Fault, number, string, RegExp]>([
    ['silent', 504, 'UPSTREAM_TIMEOUT', /took too long/],
    ['hangUp', 502, 'UPSTREAM_UNREACHABLE', /cannot be reached/],
    ['stalled', 504, 'UPSTREAM_TIMEOUT', /stopped in the middle/],
    ['brokenOff', 502, 'UPSTREAM_INVALID', /was cut off/],
    ['brokenChunks', 502, 'UPSTREAM_INVALID', /was cut off/],
    ['htmlOk', 502, 'UPSTREAM_INVALID', /200 with a body that is not JSON/],
    ['html502', 502, 'UPSTREAM_INVALID', /502 with a body that is not JSON/],
    ['html503', 503, 'UNAVAILABLE', /503 with a body that is not JSON/],
    ['empty', 502, 'UPSTREAM_INVALID', /200 with an empty body/],
    ['emptyError', 502, 'UPSTREAM_INVALID', /500 with an empty body/],
    ['notUtf8', 502, 'UPSTREAM_INVALID', /not UTF-8/],
    ['redirect', 502, 'UPSTREAM_INVALID', /redirect/],
    ['endless', 502, 'UPSTREAM_INVALID', /too large/],
    ['declaredHuge', 502, 'UPSTREAM_INVALID', /too large/],
  ])('%s ends as an error with %d', async (fault, status, code, message) => {
    index.replies.set('GET /dags', faults[fault]);
    const error: unknown = await read().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ContractError);
    expect(error).toMatchObject({ status, code, message: expect.stringMatching(message) });
  });

  it('keeps the wait and the request id of a refusal that is not JSON', async () => {
    index.replies.set(
      'GET /dags',
      reply(429, 'slow down', { 'content-type': 'text/plain', 'retry-after': '7', 'x-request-id': 'theirs' }),
    );
    await expect(read()).rejects.toMatchObject({
      status: 429,
      headers: { 'retry-after': '7', 'x-request-id': 'theirs' },
    });
  });

  it('reports an unreachable index', async () => {
    await index.close();
    await expect(read()).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE', status: 502 });
  });

  it('abandons a body that arrives too slowly', async () => {
    let trickle: NodeJS.Timeout | undefined;
    index.replies.set('GET /dags', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      trickle = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(trickle));
    });
    await expect(read()).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
  });

  it('repeats a read once when a kept connection turns out to be closed', async () => {
    let requests = 0;
    index.replies.set('GET /dags', (request, response, body) => {
      requests += 1;
      (requests === 1 ? faults.hangUp : reply(200, '{}'))(request, response, body);
    });
    expect((await read()).status).toBe(200);
    eventsSeen += 1;
    index.replies.set('GET /dags', faults.hangUp);
    await expect(read()).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE' });
    expect(index.requests).toHaveLength(4);
  });

  it.each<[Fault, number]>([
    ['brokenOff', 502],
    ['brokenChunks', 502],
    // Complete as HTTP: passed on after the second try, and the browser names the problem.
    ['halfJson', 200],
  ])('a response that is cut off (%s) is requested once more, and only once', async (fault, status) => {
    let requests = 0;
    index.replies.set('GET /dags', (request, response, body) => {
      requests += 1;
      (requests === 1 ? faults[fault] : reply(200, '{"items":[]}\n'))(request, response, body);
    });
    expect(await (await read()).text()).toBe('{"items":[]}\n');
    expect(requests).toBe(2);
    eventsSeen += 1;
    index.replies.set('GET /dags', faults[fault]);
    const second = await read().catch((error: unknown) => error as ContractError);
    expect(second.status).toBe(status);
    expect(index.requests).toHaveLength(4);
  });

  it('drops a large body of an error, and keeps its status', async () => {
    const long = 'x'.repeat(ANSWER_BYTES.error);
    index.replies.set('GET /dags', reply(503, `{"message":"${long}"}`, { 'retry-after': '7' }));
    await expect(read()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The index responded 503 with an empty body',
      headers: { 'retry-after': '7' },
    });
    index.replies.set('GET /dags', reply(200, `["${long}"]`));
    expect((await read()).status).toBe(200);
    const upstream = createUpstream({ baseUrl: index.url, fetch });
    await expect(upstream.take({ path: '/dags', maxBytes: long.length })).rejects.toMatchObject({
      code: 'UPSTREAM_INVALID',
      message: "The index's response is too large",
    });
  });

  it('never repeats a request that changes something', async () => {
    index.replies.set('POST /keys', faults.brokenOff);
    const upstream = createUpstream({ baseUrl: index.url, fetch });
    await expect(upstream.take({ method: 'POST', path: '/keys', body: '{}' })).rejects.toMatchObject({
      code: 'UPSTREAM_INVALID',
    });
    index.replies.set('POST /keys', faults.halfJson);
    const { bytes } = await upstream.take({ method: 'POST', path: '/keys', body: '{}' });
    expect(bytes.length).toBe(20);
    expect(index.requests).toHaveLength(2);
  });

  it.each(['text/plain', 'text/plain; charset=utf-8', 'text/html', ''])(
    'reads JSON labelled "%s"',
    async (label) => {
      index.replies.set('GET /dags', reply(200, '{"items":[]}\n', { 'content-type': label }));
      const response = await read();
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await response.text()).toBe('{"items":[]}\n');
    },
  );

  it('follows a redirect that only adds a slash, once, with the query', async () => {
    const { url } = index;
    index.replies.set('GET /dags', reply(308, '', { location: `${url}/dags/` }));
    index.replies.set('GET /dags/', reply(200, '{"items":[]}'));
    const request = toForward('/dags', new URLSearchParams({ page_size: '1' }));
    expect((await forward(reads, request, KEY)).status).toBe(200);
    expect(index.requests.map((requests) => requests.url)).toEqual([
      '/dags?page_size=1',
      '/dags/?page_size=1',
    ]);
    expect(index.requests[1]!.headers['x-api-key']).toBe(KEY);
    eventsSeen += 1;
    index.replies.set('GET /dags/', reply(308, '', { location: '/dags' }));
    await expect(forward(reads, request, KEY)).rejects.toMatchObject({ code: 'UPSTREAM_INVALID' });
    expect(index.requests).toHaveLength(4);
  });

  it.each([
    ['another origin', (url: string) => `${url.replace('127.0.0.1', 'localhost')}/dags/`],
    ['another scheme', (url: string) => `${url.replace('http:', 'https:')}/dags/`],
    ['a host without scheme', () => '//elsewhere.example/dags/'],
    ['another path', () => '/login/'],
    ['nothing', () => 'http://['],
  ])('does not follow a redirect to %s', async (_, location) => {
    index.replies.set('GET /dags', reply(301, '', { location: location(index.url) }));
    index.replies.set('GET /dags/', reply(200, '{}'));
    await expect(read()).rejects.toMatchObject({ code: 'UPSTREAM_INVALID' });
    expect(index.requests).toHaveLength(1);
  });

  it('keeps the path of an index below the root of its host', async () => {
    index.replies.set('GET /api/v2/dags', reply(200, '{}'));
    const upstream = createUpstream({ baseUrl: `${index.url}/api/v2`, fetch });
    expect((await upstream.take({ path: '/dags?page_size=1' })).status).toBe(200);
    expect(index.requests[0]!.url).toBe('/api/v2/dags?page_size=1');
  });

  it('sends no key to open endpoints', async () => {
    index.replies.set('GET /readyz', reply(200, '{"ready":true}'));
    await forward(reads, toForward('/readyz', none), KEY);
    expect(index.requests[0]!.headers['x-api-key']).toBeUndefined();
  });

  it('aborts the request when the browser leaves', async () => {
    let closed: () => void = () => undefined;
    const disconnected = new Promise<void>((done) => (closed = done));
    index.replies.set('GET /dags', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{');
      response.on('close', closed);
    });
    const browser = new AbortController();
    const answer = read(browser.signal);
    await expect.poll(() => index.requests.length).toBe(1);
    browser.abort(new Error('gone'));
    await expect(answer).rejects.toThrow('gone');
    await disconnected;
  });
});

describe('what may be read', () => {
  it.each(endpointNames)('%s: only GET, and only records and listings', (name) => {
    const row: Endpoint = endpoints[name];
    const params: Record<string, string> = { fqn: 'xyz.tool%401', skill_id: '7' };
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key] ?? ID);
    const allowed = row.method === 'GET' && (row.responseType === 'record' || row.responseType === 'listing');
    if (allowed) expect(toForward(path, none)).toMatchObject({ name, path });
    else expect(() => toForward(path, none)).toThrow('The API has no such path');
  });

  it.each([
    '/nowhere',
    '/dags/',
    '//dags',
    '/dags/../tokens/usage',
    '/dags/%2e%2e',
    '/tools/%2e%2e',
    '/tools/..%2f..%2ftokens%2fusage',
    '/tools/a%2F..',
    '/tools/a%5c.%2fb',
    '/tools/%252e%252e%252fadmin',
    '/tools/a%2f%252E.%5cb',
    '/dags/0xzz',
    '/agents/x/skills',
  ])('%s is 404', (path) => {
    expect(() => toForward(path, none)).toThrow(expect.objectContaining({ status: 404 }));
  });

  it('passes known parameters, once each, and drops the rest', () => {
    const search = new URLSearchParams('status=active&owner=0x1&status=active&page_size=5&x-api-key=evil');
    expect(toForward('/leaders', search).path).toBe('/leaders?status=active&page_size=5');
  });

  it('rejects an invalid value, naming the parameter', () => {
    expect(() => toForward('/leaders', new URLSearchParams('status=gone'))).toThrow(/^status: /);
    const twice = new URLSearchParams('status=active&status=slashed');
    expect(() => toForward('/leaders', twice)).toThrow(/^status: must not be repeated/);
    expect(() => toForward('/events', new URLSearchParams('kinds=NoSuchThing'))).toThrow(
      expect.objectContaining({ code: 'INVALID_FILTER_VALUE', status: 400 }),
    );
  });

  it('writes canonical ids and keeps a tool name in one segment', () => {
    expect(toForward('/dags/0xAB', none).path).toBe(`/dags/0x${'ab'.padStart(64, '0')}`);
    expect(toForward('/tools/a%2Fb%3Fc', none).path).toBe('/tools/a%2Fb%3Fc');
    expect(toForward('/tools/xyz.a..b.c%401', none).path).toBe('/tools/xyz.a..b.c%401');
  });
});
