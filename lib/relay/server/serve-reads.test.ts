// Reads answered before Next: the same answer as its route, and everything else passed on.
import { createServer, get as open, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { serve, type Ask } from '@/lib/relay/testing/plain-server';
import { startSessionConsole, type SessionConsole } from '@/lib/relay/testing/session-console';
import { reply } from '@/lib/relay/testing/small-index';
import { serveReads } from './serve-reads';

let console_: SessionConsole;
let ask: Ask;
let cookie: string;
beforeEach(async () => {
  console_ = await startSessionConsole();
  const handler = serveReads(console_.relay);
  ask = await serve(onTestFinished, (request, response) => {
    // The name that the session belongs to.
    request.headers.host = 'console.example';
    void handler(request, response, () => Promise.resolve(void response.end('next')));
  });
  await console_.hold({});
  cookie = [...console_.browser].map(([name, value]) => `${name}=${value}`).join('; ');
  return () => console_.close();
});

it('answers with the bytes of the index', async () => {
  const bytes = '{"items":[{"amount":9007199254740993}],"metadata":{}}';
  console_.index.replies.set('GET /dags', reply(200, bytes));
  const answer = await ask('/api/index/dags', { cookie });
  expect([answer.status, answer.text]).toEqual([200, bytes]);
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-length': String(bytes.length),
  });
});

it('compresses larger bodies for browsers that accept it', async () => {
  const bytes = JSON.stringify({ items: Array.from({ length: 200 }, (_, id) => ({ id })), metadata: {} });
  console_.index.replies.set('GET /dags', reply(200, bytes));
  const answer = await ask('/api/index/dags', { cookie, 'accept-encoding': 'gzip, br' });
  expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(gunzipSync(answer.body).toString()).toBe(bytes);
});

it('answers HEAD as GET without the body', async () => {
  const bytes = '{"items":[]}';
  console_.index.replies.set('GET /dags', reply(200, bytes));
  const answer = await ask('/api/index/dags', { cookie }, 'HEAD');
  expect([answer.status, answer.headers['content-length'], answer.text]).toEqual([
    200,
    String(bytes.length),
    '',
  ]);
});

it.each([
  [404, '{"error_code":"NOT_FOUND"}', 200, '404'],
  [405, '{}', 200, '405'],
  [501, '', 200, '501'],
  [403, '{}', 403, undefined],
  [500, '{}', 500, undefined],
])('answers %d and "%s" with %d where absence is accepted', async (given, body, status, absent) => {
  console_.index.replies.set('GET /dags', reply(given, body));
  const answer = await ask('/api/index/dags', { cookie, 'x-accepts-absence': '1' });
  expect([answer.status, answer.headers['x-absent-status']]).toEqual([status, absent]);
  if (body !== '') expect(answer.text).toBe(body);
  expect((await ask('/api/index/dags', { cookie })).status).toBe(given);
});

it.each([
  ['/api/index/dags', {}, 401, 'UNAUTHENTICATED'],
  ['/api/index/elsewhere', {}, 404, 'NOT_FOUND'],
  [`/api/index/dags?next=${'a'.repeat(9_000)}`, {}, 414, 'URI_TOO_LONG'],
])('refuses %.30s with %j: %d %s', async (path, headers, status, code) => {
  const answer = await ask(path, { 'x-request-id': 'browser-1', ...headers });
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text)).toMatchObject({ error_code: code, request_id: 'browser-1' });
});

it.each([
  ['POST', '/api/index/dags'],
  ['GET', '/api/index/dags/'],
  ['GET', '/api/index/../session'],
  ['GET', '//api/index/dags'],
  ['GET', '/API/index/dags'],
])('leaves %s %s to Next', async (method, path) => {
  const answer = await ask(path, { cookie }, method);
  expect(answer.text).toBe('next');
  expect(console_.index.requests).toEqual([]);
});

it('holds the bytes of an answer until they are sent, or the browser has left', async () => {
  const { reads } = console_.relay.networks.get('index') ?? expect.fail('no network');
  let unreleased = 0;
  /** Of the index; counts what is not released. */
  const answerWith = (status: number, body: string) => {
    unreleased = 1;
    const headers = new Headers({ 'content-type': 'application/json' });
    const answer = { status, headers, bytes: Buffer.from(body), ageSeconds: undefined };
    reads.get = () => Promise.resolve({ ...answer, release: () => (unreleased = 0) });
  };
  for (const [status, body, method] of [
    [200, '{}', 'GET'],
    [404, '{}', 'GET'],
    [200, '', 'GET'],
    [200, '{}', 'HEAD'],
  ] as const) {
    answerWith(status, body);
    await ask('/api/index/dags', { cookie, 'x-accepts-absence': '1' }, method);
    await expect.poll(() => unreleased).toBe(0);
  }

  // More than sockets buffer.
  answerWith(200, 'x'.repeat(40_000_000));
  const handler = serveReads(console_.relay);
  const server = createServer((request, response) => {
    void handler(request, response, () => Promise.resolve());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const reader = await new Promise<IncomingMessage>((done) =>
    open({ port, path: '/api/index/dags', headers: { cookie, host: 'console.example' }, agent: false }, done),
  );
  await new Promise((done) => reader.once('readable', done));
  expect([reader.statusCode, unreleased]).toEqual([200, 1]);
  reader.destroy();
  await expect.poll(() => unreleased).toBe(0);
});
