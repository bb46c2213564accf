import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Read } from '@/lib/client/read';
import { listingQuery, pagePosition, snapshotOf, tokenBefore, type ListPage } from './listing-query';
import type { PageToken } from '@/lib/contract/record';

interface Row {
  object_id: number;
}

/** An index whose list grows by the next of `arrivals` before each answer; `token` makes its page tokens. */
function growing(rows: number, arrivals: readonly number[], token?: (offset: number) => PageToken) {
  let total = rows;
  const remaining = [...arrivals];
  const requested: string[] = [];
  const by = (async (_name: string, _params: object, query: { page_token?: string; page_size?: string }) => {
    total += remaining.shift() ?? 0;
    requested.push(query.page_token ?? '');
    const [offset, size] = [Number(query.page_token ?? 0), Number(query.page_size ?? 20)];
    const ids = Array.from({ length: total }, (_, index) => total - index).slice(offset, offset + size);
    const isEnd = offset + size >= total;
    const metadata =
      token === undefined
        ? { next_token: isEnd ? null : offset + size, total_items: total, row_offset: offset }
        : { next_token: isEnd ? null : token(offset + size), total_items: total };
    return { items: ids.map((object_id) => ({ object_id })), metadata };
  }) as unknown as Read;
  return { by, requested };
}

const pageOf = async (search: string, by: Read) =>
  (await new QueryClient().fetchQuery(
    listingQuery('executions.list', {}, new URLSearchParams(search), by),
  )) as unknown as ListPage<Row>;

async function walk(rows: number, size: number, by: Read) {
  const seen: number[] = [];
  let token: PageToken | null = 0;
  let newer = 0;
  while (token !== null) {
    const page: ListPage<Row> = await pageOf(`page_token=${token}&page_size=${size}&snapshot=${rows}`, by);
    seen.push(...page.items.map((row) => row.object_id));
    expect(page.metadata.total_items).toBe(rows);
    token = page.metadata.next_token;
    newer = page.newer ?? 0;
  }
  return { seen, newer };
}

test('paging through a snapshot shows every row once, in order, while rows arrive with every answer', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9 })), { maxLength: 3 }),
      async (rows, size, arrivals) => {
        const { seen, newer } = await walk(rows, size, growing(rows, arrivals).by);
        expect(seen).toEqual(Array.from({ length: rows }, (_, index) => rows - index));
        expect(newer).toBeLessThanOrEqual(arrivals.reduce((sum, count) => sum + count, 0));
      },
    ),
    { numRuns: 60 },
  );
});

test('the first page of a snapshot is the same after 200 rows have arrived, and counts them', async () => {
  const page = await pageOf('snapshot=40', growing(40, [200]).by);
  expect(page.items.map((row) => row.object_id)).toEqual(
    Array.from({ length: 20 }, (_, index) => 40 - index),
  );
  expect(page).toMatchObject({ newer: 200, metadata: { next_token: 20, total_items: 40 } });
});

test('without a snapshot the same pages repeat rows', async () => {
  const { by } = growing(40, [0, 3]);
  const [first, second] = [await pageOf('', by), await pageOf('page_token=20', by)];
  expect(second.items[0]?.object_id).toBe(first.items[17]?.object_id);
  expect(first.newer).toBeUndefined();
});

test('a list that shrinks, or whose tokens are no offsets, is shown as it is', async () => {
  expect(await pageOf('snapshot=50', growing(40, []).by)).toMatchObject({ newer: 0 });
  const opaque = growing(40, [5], (offset) => offset * 1000 + 7);
  const page = await pageOf('snapshot=40&page_token=20', opaque.by);
  expect(opaque.requested).toEqual(['20']);
  expect(page.metadata.next_token).toBe(40_007);
});

test('a snapshot in the URL is a number of rows', () => {
  const of = (text: string) => snapshotOf(new URLSearchParams(text));
  expect([of('snapshot=120'), of('snapshot=-1'), of('snapshot=x'), of('')]).toEqual([120, null, null, null]);
});

test('the page before the second is the first, without a token', () => {
  const position = (page_token: string, row_offset?: number) =>
    pagePosition({ page_token, page_size: '50' }, { next_token: null, total_items: 9, row_offset });
  expect(pagePosition({})).toEqual({ size: 20, offset: 0 });
  expect(tokenBefore(position('50', 50))).toBeNull();
  expect(tokenBefore(position('100', 100))).toBe('50');
  expect(tokenBefore(position('7', 7))).toBeNull();
});

test.each(['100', '1002', 'b3BhcXVl'])('a token says nothing about rows: %s', (page_token) => {
  const position = pagePosition({ page_token }, { next_token: 1022, total_items: 477 });
  expect(position.offset).toBeNull();
  expect(tokenBefore(position)).toBeUndefined();
});
