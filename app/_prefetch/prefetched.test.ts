import { afterAll, expect, test, vi } from 'vitest';

vi.mock('@/lib/relay/server-reader', () => ({
  sessionOnServer: () => Promise.resolve({ connection: null, scopes: ['leaders:read'] }),
}));
// The files of a worker share modules: those that another file has imported don't get the mock, and theirs must not be these.
vi.resetModules();
afterAll(() => vi.resetModules());
const { ContractError } = await import('@/lib/contract/errors');
const { readFirst } = await import('./prefetched');

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

test('an endpoint that the index lacks is not read again, one of a record is', async () => {
  const read: string[] = [];
  const missing = (...queryKey: string[]) => ({
    queryKey,
    queryFn: () => {
      read.push(queryKey.join(' '));
      throw new ContractError('NOT_FOUND', 'no such endpoint');
    },
  });
  const queries = () => [missing('figure', 'stats.leaders', 'a'), missing('leaders.get', 'b')];
  await readFirst({ queries: queries() });
  await readFirst({ queries: queries() });
  expect(read).toEqual(['figure stats.leaders a', 'leaders.get b', 'leaders.get b']);
});

test('what the scopes of the key do not cover is not read', async () => {
  const read: string[] = [];
  const query = (name: string) => ({ queryKey: ['figure', name], queryFn: () => read.push(name) });
  await readFirst({ queries: [query('tasks.list'), query('leaders.list'), query('service.info')] });
  expect(read).toEqual(['leaders.list', 'service.info']);
});
