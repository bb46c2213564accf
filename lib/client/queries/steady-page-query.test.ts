import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Read } from '@/lib/client/read';
import { steadyPageQuery } from './steady-page-query';

/** An index whose listing grows by the next of `arrivals` before each answer. */
function growing(rows: number, arrivals: readonly number[]) {
  let total = rows;
  const left = [...arrivals];
  const by = (async (_name: string, _params: object, query: { page_token: string; page_size: string }) => {
    total += left.shift() ?? 0;
    const [offset, size] = [Number(query.page_token), Number(query.page_size)];
    const ids = Array.from({ length: total }, (_, index) => total - index).slice(offset, offset + size);
    const next = offset + size < total ? offset + size : null;
    return {
      items: ids.map((object_id) => ({ object_id })),
      metadata: { next_token: next, total_items: total },
    };
  }) as unknown as Read;
  return by;
}

async function walk(rows: number, size: number, arrivals: readonly number[]) {
  const by = growing(rows, arrivals);
  const client = new QueryClient();
  const seen: unknown[] = [];
  let token: number | null = 0;
  let newer = 0;
  while (token !== null) {
    const query = { page_token: String(token), page_size: String(size) };
    const page = (await client.fetchQuery(
      steadyPageQuery('executions.list', {}, query, rows, by),
    )) as never as {
      items: { object_id: number }[];
      metadata: { next_token: number | null; total_items: number };
      newer: number;
    };
    seen.push(...page.items.map((row) => row.object_id));
    expect(page.metadata.total_items).toBe(rows);
    token = page.metadata.next_token;
    newer = page.newer;
  }
  return { seen, newer };
}

test('rows arrive with every answer: paging to the end meets every row of the window once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9 })), { maxLength: 3 }),
      async (rows, size, arrivals) => {
        const { seen, newer } = await walk(rows, size, arrivals);
        expect(seen).toEqual(Array.from({ length: rows }, (_, index) => rows - index));
        expect(newer).toBeLessThanOrEqual(arrivals.reduce((sum, one) => sum + one, 0));
      },
    ),
    { numRuns: 60 },
  );
});

test('without the count the same walk meets rows twice: the test can fail', async () => {
  const by = growing(40, [0, 3]);
  const page = async (page_token: string) =>
    (
      (await by('executions.list', {}, { page_token, page_size: '20' })) as {
        items: { object_id: unknown }[];
      }
    ).items;
  const [first, second] = [await page('0'), await page('20')];
  expect(second[0]?.object_id).toBe(first[17]?.object_id);
});
