// Which reads pass through the relay: every row of the endpoint table, and what is rejected before it is sent.
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '@/lib/contract/endpoint-row';
import { endpointNames, endpoints } from '@/lib/contract/endpoints';
import { toForward } from './forwardable';

const ID = `0x${'a'.repeat(64)}`;
const none = new URLSearchParams();

describe('what may be read', () => {
  it.each(endpointNames)('%s: only GET, and only records and listings', (name) => {
    const row: Endpoint = endpoints[name];
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      key === 'fqn' ? 'xyz.tool%401' : key === 'skill_id' ? '7' : ID,
    );
    const allowed = row.method === 'GET' && (row.answers === 'record' || row.answers === 'listing');
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
    '/dags/0xzz',
    '/agents/x/skills',
  ])('%s is 404', (path) => {
    expect(() => toForward(path, none)).toThrow(expect.objectContaining({ status: 404 }));
  });

  it('passes known parameters, once each, and drops the rest', () => {
    const search = new URLSearchParams('status=active&owner=0x1&status=slashed&page_size=5&x-api-key=evil');
    expect(toForward('/leaders', search).path).toBe('/leaders?status=active&page_size=5');
  });

  it('rejects an invalid value, naming the parameter', () => {
    expect(() => toForward('/leaders', new URLSearchParams('status=gone'))).toThrow(/^status: /);
    expect(() => toForward('/events', new URLSearchParams('kinds=NoSuchThing'))).toThrow(
      expect.objectContaining({ code: 'INVALID_FILTER_VALUE', status: 400 }),
    );
  });

  it('writes canonical ids and keeps a tool name in one segment', () => {
    expect(toForward('/dags/0xAB', none).path).toBe(`/dags/0x${'ab'.padStart(64, '0')}`);
    expect(toForward('/tools/a%2Fb%3Fc', none).path).toBe('/tools/a%2Fb%3Fc');
  });
});
