// An index that refuses large pages, in every way that such a refusal comes.
import { beforeEach, expect, test } from 'vitest';
import { ApiError } from './api-error';
import { requestsFor, withAcceptedPageSize, type LargestPage } from './page-size';
import type { Read } from './read';

let sizes: (string | undefined)[];
let stored: LargestPage;

/** `most`: 0 refuses the parameter itself. */
function indexOf({ most, status = 400 }: { most: number; status?: number }): Read {
  const by = ((_name: string, _params: object, query: Record<string, string> = {}) => {
    const { page_size, kinds } = query;
    sizes.push(page_size);
    const isRefused = kinds === 'Unknown' || (page_size !== undefined && Number(page_size) > most);
    if (isRefused) return Promise.reject(new ApiError({ endpoint: 'events.list', status, message: 'no' }));
    const rows = page_size === undefined ? 20 : Number(page_size);
    return Promise.resolve({
      items: Array.from({ length: rows }),
      metadata: { next_token: null, total_items: 0 },
    });
  }) as unknown as Read;
  return withAcceptedPageSize(by, { get: () => stored, set: (value) => (stored = value) });
}

const rowsOf = async (read: Read, query: Record<string, string>) =>
  (await read('events.list', {}, query)).items.length;

beforeEach(() => {
  sizes = [];
  stored = null;
});

test.each([
  [400, 50],
  [413, 25],
  [422, 20],
  [400, 10],
  [400, 3],
  [422, 1],
])('%d to more than %d rows: asks for fewer, and remembers how many', async (status, most) => {
  const read = indexOf({ status, most });
  const accepted = await rowsOf(read, { page_size: '100' });
  expect(accepted).toBeLessThanOrEqual(most);
  expect(accepted * 2).toBeGreaterThan(most - 1);
  expect(stored).toBe(accepted);
  sizes = [];
  expect(await rowsOf(read, { page_size: '100' })).toBe(accepted);
  expect(await rowsOf(read, { page_size: '1' })).toBe(1);
  expect(sizes).toEqual([String(accepted), '1']);
});

test('an index that refuses the parameter itself is asked without it', async () => {
  const read = indexOf({ most: 0 });
  expect(await rowsOf(read, { page_size: '100' })).toBe(20);
  expect(stored).toBe(0);
  sizes = [];
  await rowsOf(read, { page_size: '1' });
  expect(sizes).toEqual([undefined]);
});

test('what is refused for another reason stays refused, and nothing is remembered', async () => {
  const read = indexOf({ most: 100 });
  await expect(rowsOf(read, { page_size: '100', kinds: 'Unknown' })).rejects.toMatchObject({ status: 400 });
  expect(stored).toBeNull();
  expect(sizes).toEqual(['100', '1', undefined]);
  sizes = [];
  await expect(rowsOf(read, { kinds: 'Unknown' })).rejects.toMatchObject({ status: 400 });
  expect(sizes).toEqual([undefined]);
});

test.each([401, 404, 429, 500, 503])('%d is no refusal of a size', async (status) => {
  const read = indexOf({ status, most: 20 });
  await expect(rowsOf(read, { page_size: '100' })).rejects.toMatchObject({ status });
  expect(sizes).toEqual(['100']);
});

test('the number of requests follows', () => {
  expect([null, 25, 0].map((largest) => requestsFor(1_001, largest))).toEqual([11, 41, 51]);
});
