// Walks every row of the table: paths match back to their own row, every listing takes paging, scopes are known.
import { describe, expect, test } from 'vitest';
import type { Endpoint } from './endpoint-row';
import { endpointNames, endpoints } from './endpoints';
import { matchEndpoint, methodsOf, requestPath } from './endpoint-url';
import { isScope } from './scopes';

const sample: Record<string, string> = { fqn: 'xyz.market.price_feed@1', skill_id: '3' };

function paramsOf(row: Endpoint): Record<string, string> {
  return Object.fromEntries(
    Object.keys(row.params.shape).map((key) => [key, sample[key] ?? `0x${'ab'.repeat(32)}`]),
  );
}

describe.each(endpointNames)('%s', (name) => {
  const row: Endpoint = endpoints[name];

  test('its path leads back to it with the same parameters', () => {
    const params = paramsOf(row);
    const path = requestPath(name, params as never);
    expect(matchEndpoint(row.method, path)).toEqual({ name, params });
    expect(methodsOf(path)).toContain(row.method);
  });

  test('every placeholder has a schema and the other way round', () => {
    const placeholders = [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(placeholders.sort()).toEqual(Object.keys(row.params.shape).sort());
    expect(row.params.safeParse(paramsOf(row)).success).toBe(true);
  });

  test('a listing pages, needs a scope and answers an envelope', () => {
    if (row.responseType !== 'listing') return;
    expect(Object.keys(row.query.shape)).toEqual(expect.arrayContaining(['page_token', 'page_size']));
    expect(isScope(row.access)).toBe(true);
    expect(
      row.response.safeParse({ items: [], metadata: { next_token: null, total_items: 0 } }).success,
    ).toBe(true);
    expect(row.response.safeParse({ items: [] }).success).toBe(false);
  });
});

test('a value cannot leave its place in the path', () => {
  const path = requestPath('tools.get', { fqn: '../leaders?x=1#y' });
  expect(path).toBe('/tools/..%2Fleaders%3Fx%3D1%23y');
  expect(matchEndpoint('GET', path)).toEqual({ name: 'tools.get', params: { fqn: '../leaders?x=1#y' } });
  expect(() => requestPath('tools.get', { fqn: '..' })).toThrow('fqn');
  expect(matchEndpoint('GET', '/tools/%ZZ')).toBeUndefined();
  expect(matchEndpoint('GET', '/leaders/')).toBeUndefined();
});

test('/events/stream is the stream, not an event', () => {
  expect(matchEndpoint('GET', '/events/stream')?.name).toBe('events.stream');
  expect(matchEndpoint('GET', '/tokens/usage')?.name).toBe('keys.usage');
  expect(methodsOf('/tokens')).toEqual(['POST', 'DELETE']);
});
