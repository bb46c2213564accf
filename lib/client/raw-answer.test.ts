import { expect, test } from 'vitest';
import { endpointKey } from './queries/endpoint-query';
import { wholeQuery } from './queries/whole-query';
import { curlOf, requestOf } from './raw-answer';

test('a query key tells its request, whatever way the listing was read in', () => {
  expect(requestOf(endpointKey('tools.list', {}, { kind: 'http', page_size: '50' }))).toEqual({
    name: 'tools.list',
    path: '/tools?kind=http&page_size=50',
  });
  expect(requestOf(wholeQuery('tools.list', {}, (row) => row.fqn, { kind: 'http' }).queryKey)?.path).toBe(
    '/tools?kind=http',
  );
  expect(requestOf(['events.history', {}, { sender: '0x1' }])?.path).toBe('/events?sender=0x1');
  expect(requestOf(endpointKey('tools.get', { fqn: 'a/b@1' }))?.path).toBe('/tools/a%2Fb%401');
});

test('what is no request is none', () => {
  for (const key of [[], ['nothing', {}], ['tools.get', {}], ['tools.list', { a: 1 }], [{}]])
    expect(requestOf(key)).toBeNull();
});

test('the command holds no key, and nothing in a path leaves its quotes', () => {
  const request = requestOf(endpointKey('tools.list', {}, { fqn: `it's $(HOME)` }))!;
  expect(curlOf(request)).toBe(
    `curl -sS -H "x-api-key: $INDEX_API_KEY" "$INDEX_URL"'/tools?fqn=it%27s+%24%28HOME%29'`,
  );
});
