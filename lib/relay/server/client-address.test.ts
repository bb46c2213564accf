import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ADDRESS, addressOf, markArrivals, pathOf } from './client-address';

it.each([
  ['/dags?x=1', '/dags?x=1'],
  ['//evil.example/', '//evil.example/'],
  ['http://evil.example/dags?x=1', '/dags?x=1'],
  ['HTTPS://evil.example', '/'],
  ['http://evil.example?x=1', '/?x=1'],
  ['*', '/'],
  ['evil.example:443', '/'],
])('the target %s asks for %s', (target, path) => {
  expect(pathOf(target)).toBe(path);
});

describe('the address of a browser', () => {
  it.each([
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.0.0.7', '192.0.2.1, 198.51.100.1', '198.51.100.1'],
    ['127.0.0.1', '', '127.0.0.1'],
    ['127.0.0.1', 'x'.repeat(900), 'x'.repeat(64)],
  ])('from the socket %s, forwarded %.20s', (socket, forwarded, expected) => {
    expect(addressOf(socket, forwarded)).toBe(expected);
  });

  it('is marked on every request, whatever the browser claims', async () => {
    markArrivals();
    const server = createServer((request, response) => response.end(String(request.headers[ADDRESS])));
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const seen = await (await fetch(url, { headers: { [ADDRESS]: '203.0.113.9' } })).text();
    await new Promise((done) => server.close(done));
    expect(seen).toBe('127.0.0.1');
  });
});
