// Pages of rows with long texts end early rather than be refused by clients as too large; nothing is left out or repeated.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '@/lib/contract/endpoints';
import { HTTP } from '@/lib/index-service/limits';
import { executionStory, plain } from '@/lib/index-service/testing/execution-story';
import { openMemoryIndex, type MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { event } from '@/lib/index-service/testing/recorded-events';
import { stringifyJson } from '@/lib/json/exact';
import { fitting, pageOf } from './page';

/** Two rows of it fill a page. */
const REASON = 'x'.repeat(HTTP.pageCharacters / 2 - 10_000);
const stories = ['a', 'b', 'c', 'd', 'e'].map(executionStory);

let index: MemoryIndex;
beforeAll(async () => {
  index = await openMemoryIndex();
  for (const { dag, execution, request } of stories)
    await index.log.append([
      request(0, plain('a')),
      event('WalkFailedEvent', { dag, execution, walk_index: 0, vertex: plain('a'), reason: REASON }),
    ]);
});
afterAll(() => index.close());

test.each(['executions.list', 'events.list'] as const)('%s', async (name) => {
  const found: unknown[] = [];
  let pages = 0;
  for (let token: string | null = '0'; token !== null; pages += 1) {
    const query: Record<string, string> = { page_size: '100', page_token: token };
    const { items, metadata }: Answer<typeof name> = await index.answer(name, {}, query);
    expect(stringifyJson(items).length).toBeLessThan(HTTP.pageCharacters * 1.1);
    for (const row of items) found.push('object_id' in row ? row.object_id : row.id);
    token = metadata.next_token === null ? null : String(metadata.next_token);
  }
  expect(pages).toBe(3);
  const expected =
    name === 'executions.list'
      ? stories.map(({ execution }) => execution)
      : Array.from({ length: 10 }, (_, at) => BigInt(at + 1));
  expect(found).toEqual(expected.toReversed());
});

test('a row that exceeds the limit on its own gets a page to itself', () => {
  const [small, large] = [{ text: 'y' }, { text: ['x'.repeat(HTTP.pageCharacters + 1)] }];
  expect(fitting([large, small])).toEqual([large]);
  expect(fitting([small, large])).toEqual([small]);
  expect(fitting([])).toEqual([]);
  const page = pageOf([small, large, small], { offset: 20, size: 3, total_items: 30 });
  expect(page).toEqual({ items: [small], metadata: { next_token: 21, total_items: 30, row_offset: 20 } });
});
