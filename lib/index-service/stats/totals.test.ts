// GET /stats/totals against the rows of the lists that it counts.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchEndpoint } from '@/lib/contract/endpoint-url';
import type { ListingName } from '@/lib/contract/endpoints';
import type { MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { allOf, openSimulatedIndex } from '@/lib/index-service/testing/simulated-index';

let index: MemoryIndex;

beforeAll(async () => {
  index = await openSimulatedIndex();
}, 60_000);
afterAll(() => index.close());

test('every list is counted whole, and each of its states as often as its rows say', async () => {
  const { counts } = await index.answer('stats.totals');
  const rows = new Map<string, Record<string, unknown>[]>();
  for (const { request, count } of counts) {
    const [path = '', search] = request.split('?');
    const all = rows.get(path) ?? (await allOf(index, matchEndpoint('GET', path)?.name as ListingName));
    rows.set(path, all);
    const [field = '', value] = search?.split('=') ?? [];
    const matching = all.filter((row) => {
      if (field === '') return true;
      if (field === 'finalized') return String(row['finalized_at'] !== null) === value;
      return row[field] === value;
    });
    expect(count, request).toBe(matching.length);
  }
  expect([...rows.keys()].sort()).toEqual(
    ['/agents', '/dags', '/events', '/executions', '/leaders', '/payments', '/tasks', '/tools'].sort(),
  );
  expect(counts.length).toBeGreaterThan(25);
});
