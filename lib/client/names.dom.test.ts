// In the browser: names that no row carries are requested together, once.
import { beforeEach, expect, test, vi } from 'vitest';
import { currentNames, forgetNames, noteHydratedNames, noteNames } from './names';
import type { Read } from './read';

const id = (digit: string) => `0x${digit.repeat(64)}`;
const runs = (...digits: string[]) => ({
  items: digits.map((digit) => ({ agent_object_id: id(digit), dag_object_id: null })),
});

/** A reader that knows the names of these ids. */
function reader(namesById: Readonly<Record<string, string>>) {
  const requests: string[] = [];
  // As read.ts does, it only reads.
  const read = (async (_name, _params, query) => {
    const { ids = '' } = query as { ids?: string };
    requests.push(ids);
    const names = ids.split(',').flatMap((each) => {
      const name = namesById[each];
      return name === undefined ? [] : [{ id: each, type: 'agent', name }];
    });
    return { names };
  }) as Read;
  return { read, requests };
}

beforeEach(() => {
  vi.useFakeTimers();
  forgetNames();
});

test('one request for all answers of a page, none for what was requested before', async () => {
  const { read, requests } = reader({ [id('a')]: 'Reviews' });
  noteNames(read, 'executions.list', runs('b', 'a', 'a'));
  noteNames(read, 'payments.list', runs('c', 'a'));
  await vi.runAllTimersAsync();
  expect(requests).toEqual([[id('a'), id('b'), id('c')].join(',')]);
  expect(currentNames().get(id('a'))?.name).toBe('Reviews');
  noteNames(read, 'executions.list', runs('a', 'b', 'c'));
  await vi.runAllTimersAsync();
  expect(requests).toHaveLength(1);
  noteNames(read, 'executions.list', runs('d'));
  await vi.runAllTimersAsync();
  expect(requests.slice(1)).toEqual([id('d')]);
});

test('more ids than fit one request are requested one batch after another', async () => {
  const { read, requests } = reader({});
  const ids = Array.from({ length: 230 }, (_, number) => `0x${String(number).padStart(64, '0')}`);
  noteNames(read, 'executions.list', { items: ids.map((agent_object_id) => ({ agent_object_id })) });
  await vi.runAllTimersAsync();
  expect(requests.map((each) => each.split(',').length)).toEqual([100, 100, 30]);
});

test('what the server has asked for is not asked again, whether it has a name or not', async () => {
  const { read, requests } = reader({});
  noteHydratedNames(read, ['executions.list', {}, {}], runs('a', 'b'));
  noteHydratedNames(read, ['names', {}, { ids: `${id('a')},${id('b')}` }], {
    names: [{ id: id('a'), type: 'agent', name: 'Reviews' }],
  });
  await vi.runAllTimersAsync();
  expect(requests).toEqual([]);
  expect(currentNames().get(id('a'))?.name).toBe('Reviews');
});

test('an index without names leaves ids, and a new log forgets them', async () => {
  const read = (() => Promise.reject(new Error('501'))) as unknown as Read;
  noteNames(read, 'executions.list', runs('a'));
  await vi.runAllTimersAsync();
  expect(currentNames().size).toBe(0);
  noteNames(read, 'dags.list', { items: [{ object_id: id('d'), skill_description: 'Plans' }] });
  expect(currentNames().size).toBe(1);
  forgetNames();
  expect(currentNames().size).toBe(0);
});
