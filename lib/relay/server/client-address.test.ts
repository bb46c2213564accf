import { BlockList } from 'node:net';
import { describe, expect, it } from 'vitest';
import { clientAddress, originalAddress, passClientAddress } from './client-address';
import { serve } from '@/lib/relay/testing/plain-server';
import { onTestFinished } from 'vitest';

function trusting(...ranges: [string, number, 'ipv4' | 'ipv6'][]): BlockList {
  const list = new BlockList();
  for (const range of ranges) list.addSubnet(...range);
  return list;
}
const NO_PROXY = trusting();
const NEAR = trusting(['127.0.0.0', 8, 'ipv4'], ['10.0.0.0', 8, 'ipv4'], ['fd00::', 8, 'ipv6']);

describe('the original address', () => {
  it.each([
    ['203.0.113.9', '', NEAR, '203.0.113.9'],
    ['203.0.113.9', '198.51.100.1', NEAR, '203.0.113.9'],
    ['127.0.0.1', '198.51.100.1', NO_PROXY, '127.0.0.1'],
    ['10.0.0.7', '198.51.100.1', NO_PROXY, '10.0.0.7'],
    ['127.0.0.1', '198.51.100.1', NEAR, '198.51.100.1'],
    ['::ffff:10.0.0.7', '192.0.2.1, 198.51.100.1', NEAR, '198.51.100.1'],
    ['127.0.0.1', '192.0.2.1, 198.51.100.1, 10.1.1.1', NEAR, '198.51.100.1'],
    ['fd00::1', '2001:db8::7', NEAR, '2001:db8::7'],
    ['127.0.0.1', '10.1.1.1', NEAR, '10.1.1.1'],
    ['127.0.0.1', '', NEAR, '127.0.0.1'],
    ['127.0.0.1', '198.51.100.1, made up', NEAR, '127.0.0.1'],
    ['127.0.0.1', '198.51.100.1:4711', NEAR, '198.51.100.1'],
    ['127.0.0.1', '[2001:db8::7]:4711, 10.1.1.1:80', NEAR, '2001:db8::7'],
    ['127.0.0.1', '"[2001:db8::7]"', NEAR, '2001:db8::7'],
    ['127.0.0.1', '198.51.100.1,::FFFF:10.1.1.1', NEAR, '198.51.100.1'],
    ['127.0.0.1', '198.51.100.1, ::ffff:a01:101', NEAR, '198.51.100.1'],
    ['127.0.0.1', '198.51.100.1, fd00::1%eth0', NEAR, '198.51.100.1'],
    ['127.0.0.1', '198.51.100.1, 10.1.1.1:evil', NEAR, '127.0.0.1'],
  ])('from socket %s, forwarded for "%s"', (socket, forwarded, proxies, expected) => {
    expect(originalAddress(socket, forwarded, proxies)).toBe(expected);
  });
});

describe('the header', () => {
  const behind = (proxies: BlockList) =>
    serve(onTestFinished, (request, response) => {
      void passClientAddress(proxies)(request, response, async () => {
        const forwarded = Object.keys(request.headers).filter((name) => /forwarded|real-ip/.test(name));
        response.end(JSON.stringify([clientAddress(request.headers), forwarded.sort()]));
        return Promise.resolve();
      });
    });
  const sent = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'for=203.0.113.9',
    'x-real-ip': '203.0.113.9',
  };

  it('carries the socket address and no forwarded header reaches the relay without a trusted proxy', async () => {
    const ask = await behind(NO_PROXY);
    expect(JSON.parse((await ask('/', sent)).text)).toEqual(['127.0.0.1', []]);
  });

  it('carries what a trusted proxy says, with IPv6 grouped by /64', async () => {
    const ask = await behind(NEAR);
    expect(
      JSON.parse((await ask('/', { ...sent, 'x-forwarded-port': '1', 'x-forwarded-server': 'x' })).text),
    ).toEqual(['203.0.113.9', ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']]);
    const v6 = { 'x-forwarded-for': '2001:db8:1:2:aaaa::1' };
    expect(JSON.parse((await ask('/', v6)).text)).toEqual(['2001:db8:1:2::/64', ['x-forwarded-for']]);
  });

  it('cannot be sent by a client, whose guess of the name is wrong', () => {
    expect(clientAddress({ 'x-client-address': '203.0.113.9' })).toBe('');
    expect(clientAddress(new Headers({ 'x-client-address': '203.0.113.9' }))).toBe('');
  });
});
