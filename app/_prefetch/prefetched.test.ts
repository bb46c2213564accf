import { expect, test, vi } from 'vitest';
import { readFirst } from './prefetched';

vi.mock('@/lib/relay/server-reader', () => ({
  sessionOnServer: () => Promise.resolve({ connection: null, scopes: [] }),
}));

test('reads no query that is not enabled, neither at first nor among more', async () => {
  const read: string[] = [];
  const query = (name: string, enabled?: boolean) => ({
    queryKey: [name],
    queryFn: () => read.push(name),
    ...(enabled !== undefined && { enabled }),
  });
  await readFirst({
    queries: [query('first'), query('on', true), query('off', false)],
    more: () => [query('more'), query('more off', false)],
  });
  expect(read).toEqual(['first', 'on', 'more']);
});
