import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiError } from '@/lib/client/api-error';
import type { Read } from '@/lib/client/read';
import { filterCheckQuery, parseFilterResults, type FilterResults } from './filter-check-query';

const HOUR_MS = 3_600_000;

function browser(answer: () => object[]) {
  let results: FilterResults = {};
  let time = 0;
  const requests: unknown[] = [];
  const by = (async (name: string, _params: unknown, query: unknown) => {
    requests.push([name, query]);
    const items = answer();
    return { items, metadata: { next_token: null, total_items: items.length } };
  }) as unknown as Read;
  const edge = {
    by,
    stored: { get: () => results, set: (next: FilterResults) => void (results = next) },
    now: () => time,
    random: () => 0,
  };
  return {
    requests,
    results: () => results,
    wait: (ms: number) => void (time += ms),
    /** As in a new tab. */
    check: () =>
      new QueryClient().fetchQuery({
        ...filterCheckQuery('agents.list', {}, 'creator', '0x1', edge),
        retry: false,
      }),
    checkStatus: (requested: string) =>
      new QueryClient().fetchQuery(filterCheckQuery('executions.list', {}, 'status', requested, edge)),
  };
}

test('a filter is checked once a day, for all tabs', async () => {
  const { requests, check, wait, results } = browser(() => [{ creator: '0x2' }]);
  expect((await check()).applied).toBe(false);
  wait(23 * HOUR_MS);
  expect((await check()).applied).toBe(false);
  expect(requests).toEqual([['agents.list', { creator: `0x${'0'.repeat(64)}`, page_size: '1' }]]);
  wait(2 * HOUR_MS);
  await check();
  expect(requests).toHaveLength(2);
  expect(results()).toEqual({ 'agents.list creator': { applied: false, at: 25 * HOUR_MS } });
});

test('a refused value proves that the filter is read; a failed read proves nothing and is not remembered', async () => {
  const failed = (status: number) => () => {
    throw new ApiError({ endpoint: 'agents.list', status, message: 'no' });
  };
  expect((await browser(failed(400)).check()).applied).toBe(true);
  const broken = browser(failed(500));
  await expect(broken.check()).rejects.toThrow('no');
  expect(broken.results()).toEqual({});
});

test('an index that takes one value may not take several: each is checked', async () => {
  const { checkStatus, results } = browser(() => []);
  expect((await checkStatus('failed')).applied).toBe(true);
  expect((await checkStatus('failed,aborted')).applied).toBeNull();
  expect(Object.keys(results())).toEqual(['executions.list status', 'executions.list status several']);
});

/** An index of executions, the first of which started in 9999. */
function executions({ ignores }: { ignores: boolean }) {
  const starts = ['9999-01-01T00:00:00Z', '2026-11-02T00:00:00Z', '2026-10-01T00:00:00Z'];
  const by = (async (_name: string, _params: unknown, query: Record<string, string>) => {
    const after = ignores ? '' : (query['created_after'] ?? '');
    const rows = starts
      .filter((start) => start >= after)
      .map((onchain_created_at) => ({ onchain_created_at }));
    return { items: rows.slice(0, 1), metadata: { next_token: null, total_items: rows.length } };
  }) as unknown as Read;
  const edge = { by, stored: { get: () => ({}), set: () => undefined }, now: () => 0, random: () => 0 };
  return new QueryClient().fetchQuery(
    filterCheckQuery('executions.list', {}, 'created_after', '2026-11-01T00:00:00Z', edge),
  );
}

test('an execution dated 9999 neither discredits a filter that works nor vouches for one that does not', async () => {
  expect((await executions({ ignores: false })).applied).toBe(true);
  expect((await executions({ ignores: true })).applied).toBeNull();
});

test('does not trust stored values', () => {
  expect(parseFilterResults('x')).toEqual({});
  expect(parseFilterResults({ a: 1, b: { applied: 'yes', at: 1 }, c: { applied: true, at: 1 } })).toEqual({
    c: { applied: true, at: 1 },
  });
});
