import { expect, test } from 'vitest';
import { endpointKey } from './queries/endpoint-query';
import { loadAllQuery } from './queries/all-pages-query';
import { listingQuery } from './queries/listing-query';
import { curlOf, requestOf } from './raw-answer';

test('finds the request behind every kind of query key', () => {
  expect(requestOf(endpointKey('tools.list', {}, { kind: 'http', page_size: '50' }))).toEqual({
    name: 'tools.list',
    path: '/tools?kind=http&page_size=50',
  });
  expect(requestOf(loadAllQuery('tools.list', {}, (row) => row.fqn, { kind: 'http' }).queryKey)?.path).toBe(
    '/tools?kind=http',
  );
  const snapshot = new URLSearchParams('kind=http&snapshot=9');
  expect(requestOf(listingQuery('tools.list', {}, snapshot).queryKey)?.path).toBe('/tools?kind=http');
  expect(requestOf(['events.history', {}, { sender: '0x1' }])?.path).toBe('/events?sender=0x1');
  expect(requestOf(endpointKey('tools.get', { fqn: 'a/b@1' }))?.path).toBe('/tools/a%2Fb%401');
});

test('returns null for keys without a request', () => {
  for (const key of [[], ['nothing', {}], ['tools.get', {}], ['tools.list', { a: 1 }], [{}]])
    expect(requestOf(key)).toBeNull();
});

test('the command contains no API key, and no path escapes its quotes', () => {
  const request = requestOf(endpointKey('tools.list', {}, { fqn: `it's $(HOME)` }))!;
  expect(curlOf(request)).toBe(
    `curl -sS -H "x-api-key: $INDEX_API_KEY" "$INDEX_URL"'/tools?fqn=it%27s+%24%28HOME%29'`,
  );
});
