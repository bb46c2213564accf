// The handlers that accept or refuse a request by its head alone.
import { expect, it, onTestFinished } from 'vitest';
import { serve } from '@/lib/relay/testing/plain-server';
import { serveStreamDirectly } from './request-pipeline';
import { checkHost, checkRequestLine, limitBody, type Handler } from './request-head';

const outcome = async (handler: Handler, path: string, headers: Record<string, string>, method?: string) => {
  const ask = await serve(onTestFinished, (request, response) => {
    void handler(request, response, () => Promise.resolve(void response.end('next')));
  });
  const answer = await ask(path, headers, method);
  return answer.text === 'next' ? 'next' : answer.status;
};

it.each([
  ['GET', '/dags?x=1', 'next'],
  ['POST', '/api/session', 'next'],
  ['TRACE', '/', 405],
  ['PROPFIND', '/', 405],
  ['GET', 'http://evil.example/dags', 400],
  ['OPTIONS', '*', 400],
  // Next would serve the page, past what applies to pages alone.
  ['GET', '/api/../connect', 400],
  ['GET', '/api/%2e%2E/connect', 400],
  ['GET', '/api/x/../../connect?x', 400],
  ['GET', '/api/..', 400],
  ['GET', '/api/..\\connect', 400],
  ['GET', '/healthz/.%2e/connect', 400],
  ['GET', '/_next/./static', 400],
  ['GET', '/.//evil.example', 400],
  ['GET', '/.well-known/security.txt', 'next'],
  ['GET', '/tools/a..b%2F..', 'next'],
  ['GET', '/leaders?next=/../x', 'next'],
])('%s %s: %s', async (method, path, expected) => {
  expect(await outcome(checkRequestLine, path, {}, method)).toBe(expected);
});

const PUBLIC = new URL('https://console.example');
it.each([
  ['localhost:3000', '/', undefined, 'next'],
  ['127.0.0.1', '/', undefined, 'next'],
  ['[::1]:3000', '/', undefined, 'next'],
  ['rebound.example:3000', '/', undefined, 421],
  ['127.0.0.1.evil.example', '/', undefined, 421],
  ['localhost.evil.example', '/', PUBLIC, 421],
  ['192.168.1.5:3000', '/', undefined, 421],
  ['CONSOLE.example', '/', PUBLIC, 'next'],
  ['console.example:8443', '/', PUBLIC, 'next'],
  ['evil.example', '/healthz', PUBLIC, 'next'],
  ['evil.example', '/healthz/', PUBLIC, 421],
])('Host %s at %s with PUBLIC_URL %s: %s', async (host, path, publicUrl, expected) => {
  expect(await outcome(checkHost(publicUrl), path, { host })).toBe(expected);
});

it.each([
  ['evil.example', 421],
  // Some proxies add theirs to what a visitor sent.
  ['localhost, evil.example', 421],
  ['evil.example,console.example', 421],
  ['console.example:443, CONSOLE.example', 'next'],
  ['', 'next'],
])('checks every host that a proxy forwards in place of its own: "%s"', async (forwarded, expected) => {
  const headers = { host: '127.0.0.1', 'x-forwarded-host': forwarded };
  expect(await outcome(checkHost(PUBLIC), '/', headers)).toBe(expected);
});

it.each([
  ['/', { 'content-length': '1' }, 413],
  ['/connect', { 'transfer-encoding': 'chunked' }, 413],
  ['/api/session', { 'content-length': '20000' }, 413],
  ['/api/session', { 'transfer-encoding': 'chunked' }, 411],
  ['/connect', { 'content-length': '0' }, 'next'],
])('a body at %s with %j: %s', async (path, headers, expected) => {
  expect(await outcome(limitBody, path, headers as Record<string, string>, 'POST')).toBe(expected);
});

it('passes a plain request for the stream to the relay and every other spelling to Next', async () => {
  const handler = serveStreamDirectly((_request, response) => Promise.resolve(void response.end('stream')));
  const answers = async (path: string, method?: string) => outcome(handler, path, {}, method);
  expect(await answers('/api/events/stream')).toBe(200);
  expect(await answers('/api/events/stream?last_event_id=7')).toBe(200);
  for (const path of [
    '/api/events/stream/',
    '/api/events/streams',
    '/API/events/stream',
    '//api/events/stream',
    '/api/events/%73tream',
    '/events?next=/api/events/stream',
  ])
    expect(await answers(path), path).toBe('next');
  expect(await answers('/api/events/stream', 'POST')).toBe('next');
});
