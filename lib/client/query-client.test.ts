import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from './api-error';
import { createQueryClient, MARKS_ITSELF, staleReads } from './query-client';

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
afterEach(() => client.clear());

/** A query in use that was answered once, and whose next reads return `then`. */
async function inUse(
  key: string,
  then: () => unknown,
  meta: Record<string, unknown> = {},
  [params, filters]: [Record<string, string>, Record<string, string>] = [{}, {}],
) {
  let count = 0;
  const observer = new QueryObserver(client, {
    queryKey: [key, params, filters],
    queryFn: () => ((count += 1) === 1 ? 'an answer' : then()),
    meta,
  });
  const leave = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().data).toBe('an answer');
  return { leave, again: () => observer.refetch() };
}
const away = () => {
  throw new ApiError({ endpoint: 'dags.get', message: 'the index cannot be reached', status: 502 });
};
const messages = () => staleReads(client.getQueryCache()).map(({ failure }) => failure.message);

test('an answer that could not be read again is listed while it is in use, until it is answered', async () => {
  let works = false;
  const read = await inUse('dags.get', () => (works ? 'news' : away()));
  expect(messages()).toEqual([]);
  await read.again();
  expect(messages()).toEqual(['the index cannot be reached']);
  expect(client.getQueryData(['dags.get', {}, {}])).toBe('an answer');
  works = true;
  await read.again();
  expect(messages()).toEqual([]);
  works = false;
  await read.again();
  expect(messages()).toHaveLength(1);
  read.leave();
  expect(messages()).toEqual([]);
});

test('leaves out queries that report it themselves, and those that are no index data', async () => {
  const marked = await inUse('dags.list', away, MARKS_ITSELF);
  const other = await inUse('something else', away);
  await Promise.all([marked.again(), other.again()]);
  expect(messages()).toEqual([]);
});

test('a query that reports a stale resource does so for all reads of that resource', async () => {
  let works = false;
  const list = await inUse('dags.list', () => (works ? 'news' : away()), MARKS_ITSELF);
  const sum = await inUse('dags.list', away, {}, [{}, { page_size: '100' }]);
  const other = await inUse('agents.skills', away, {}, [{ agent_object_id: '0x1' }, {}]);
  const marked = await inUse('agents.skills', away, MARKS_ITSELF, [{ agent_object_id: '0x2' }, {}]);
  await Promise.all([list, sum, other, marked].map(({ again }) => again()));
  expect(messages()).toHaveLength(1);
  works = true;
  await list.again();
  expect(messages()).toHaveLength(2);
});

test('keeps a `__proto__` key when an answer is read again', () => {
  const client = createQueryClient(() => undefined);
  const text = '{"ports":{"__proto__":{"a":1},"b":2}}';
  client.setQueryData(['ports'], { ports: { b: 2 } });
  client.setQueryData(['ports'], JSON.parse(text));
  expect(JSON.stringify(client.getQueryData(['ports']))).toBe(text);
});
