import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endpoint, endpointNames, type EndpointName } from '@/lib/contract/endpoints';
import { paramMeta } from '@/lib/contract/query-params';
import { fromPageProps, narrowing, readFilters, toSearch, withFilters } from './filter-url';

const listings = endpointNames.filter((name) => endpoint(name).responseType === 'listing');
const samples: Record<string, string> = {
  id: `0x${'0a'.repeat(32)}`,
  digest: '4fRzVJfYQxvkqvKkZ8p8H5ZbZ6uFwN1mWcJ7vXGqgEZp',
  text: 'price feed & more',
  boolean: 'false',
  time: '2026-11-20T10:00:00.000Z',
  integer: '9007199254740993',
  duration: '60000',
  amount: '9007199254740993',
  count: '12',
  kinds: 'DAGCreated,WalkAdvanced',
  page: '40',
};

function everyFilter(name: EndpointName): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [key, schema] of Object.entries(endpoint(name).query.shape)) {
    const meta = paramMeta(schema);
    const control = meta?.control ?? (key.startsWith('page_') ? 'page' : 'text');
    query[key] = meta?.known?.[0] ?? samples[control] ?? 'x';
  }
  return query;
}

describe.each(listings)('%s', (name) => {
  test('every filter survives the way into the URL and back', () => {
    const query = everyFilter(name);
    const search = toSearch(name, query as never);
    const back = readFilters(name, new URLSearchParams(search.toString()));
    expect(back.dropped).toEqual([]);
    expect(back.query).toEqual(query);
  });
});

test('reading any URL never throws, and reading the result again changes nothing', () => {
  const keys = [
    'status',
    'is_founding',
    'leader_address',
    'created_after',
    'page_token',
    'page_size',
    'peek',
  ];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys), fc.string()), (query) => {
      const search = new URLSearchParams(query);
      const once = readFilters('leaders.list', search);
      const again = readFilters('leaders.list', toSearch('leaders.list', once.query, search));
      expect(again.query).toEqual(once.query);
      expect(again.dropped).toEqual([]);
    }),
  );
});

test('defaults are not in the URL, ids are normal, bad values are dropped and reported', () => {
  const search = new URLSearchParams(
    'page_size=20&leader_address=0xAB&status=asleep&claimed=perhaps&peek=x&other=1',
  );
  const { query, dropped } = readFilters('leaders.list', search);
  expect(query).toEqual({ leader_address: `0x${'ab'.padStart(64, '0')}` });
  expect(dropped.map((filter) => [filter.key, filter.value])).toEqual([
    ['status', 'asleep'],
    ['claimed', 'perhaps'],
  ]);
  expect(dropped[0]?.reason).toContain('active');
  expect([...toSearch('leaders.list', query, search).keys()]).toEqual(['leader_address', 'peek']);
});

test('an old owner link of tasks filters by controller, and reports the new name', () => {
  const { query, renamed } = readFilters('tasks.list', new URLSearchParams('owner=0x1'));
  expect(query).toEqual({ controller: `0x${'1'.padStart(64, '0')}` });
  expect(renamed).toEqual([{ from: 'owner', to: 'controller' }]);
});

test('a link with the removed filter on unknown values reports it, and the next change drops it', () => {
  const search = new URLSearchParams('unknown=verified&widths=fqn:120&kind=http');
  const { query, dropped } = readFilters('tools.list', search);
  expect(query).toEqual({ kind: 'http' });
  expect(dropped).toEqual([{ key: 'unknown', value: 'verified', reason: 'is no longer a filter' }]);
  expect(withFilters('tools.list', search, { kind: 'chain' }).toString()).toBe('kind=chain');
});

test('a filter change starts at the first page and keeps the page size', () => {
  const search = new URLSearchParams('status=active&page_token=40&page_size=50&snapshot=128&tab=a');
  expect(withFilters('leaders.list', search, { status: 'slashed' }).toString()).toBe(
    'status=slashed&page_size=50&tab=a',
  );
  expect(withFilters('leaders.list', search, { status: undefined }).toString()).toBe('page_size=50&tab=a');
});

test('paging does not narrow; page props become one search', () => {
  expect(narrowing({ status: 'active', page_token: '20' } as never)).toEqual({ status: 'active' });
  expect(fromPageProps({ a: ['1', '2'], b: undefined, c: '3' }).toString()).toBe('a=1&c=3');
});
