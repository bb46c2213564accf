import { expect, test } from 'vitest';
import { ApiError } from '@/lib/client/api-error';
import type { Read } from '@/lib/client/read';
import { createKindProbe, parseRejectedKinds, type RejectedKinds } from './accepted-kinds';

/** An index that rejects a set with one of these kinds, and counts requests. */
function indexWithout(...unknown: string[]) {
  const requested: string[] = [];
  const index = {
    requested,
    status: 400,
    read: (async (_name: string, _params: unknown, { kinds = '' }: Record<string, string> = {}) => {
      requested.push(kinds);
      await Promise.resolve();
      if (kinds.split(',').some((kind) => unknown.includes(kind)))
        throw new ApiError({ endpoint: 'events.list', status: index.status, message: 'unknown kind' });
      return kinds;
    }) as unknown as Read,
  };
  return index;
}

function probeOf(now = { at: 0 }) {
  let stored: RejectedKinds = {};
  const memory = { get: () => stored, set: (kinds: RejectedKinds) => void (stored = kinds) };
  return createKindProbe(memory, () => now.at);
}

type Index = ReturnType<typeof indexWithout>;
const run = (index: Index) => (kinds: string) => index.read('events.list', {}, { kinds });

test('a rejected kind is dropped, reported, and remembered for a day', async () => {
  const index = indexWithout('B');
  const now = { at: 0 };
  const ask = probeOf(now);
  const first = await ask(index.read, ['A', 'B', 'C'], run(index));
  expect(first).toEqual({ result: 'A,C', rejected: ['B'] });
  expect(index.requested).toEqual(['A,B,C', 'A', 'B', 'C', 'A,C']);
  index.requested.length = 0;
  await ask(index.read, ['B', 'C'], run(index));
  expect(await ask(index.read, ['B'], run(index))).toEqual({ result: null, rejected: ['B'] });
  expect(index.requested).toEqual(['C']);
  now.at = 86_400_000;
  await ask(index.read, ['B', 'C'], run(index));
  expect(index.requested).toEqual(['C', 'B,C', 'B', 'C', 'C']);
});

test('concurrent refused reads share their probes', async () => {
  const index = indexWithout('B');
  const ask = probeOf();
  await Promise.all([ask(index.read, ['A', 'B'], run(index)), ask(index.read, ['A', 'B'], run(index))]);
  expect(index.requested.filter((kinds) => kinds === 'B')).toHaveLength(1);
});

test('another failure, or a refusal of something else, rejects no kind', async () => {
  const index = indexWithout('B');
  index.status = 503;
  const ask = probeOf();
  await expect(ask(index.read, ['A', 'B'], run(index))).rejects.toMatchObject({ status: 503 });
  const refuse = () => Promise.reject(new ApiError({ endpoint: 'x', status: 400, message: 'created_after' }));
  await expect(ask(index.read, ['A', 'C'], refuse)).rejects.toThrow('created_after');
  index.status = 400;
  expect(await ask(index.read, ['A', 'C'], run(index))).toEqual({ result: 'A,C', rejected: [] });
});

test('does not trust stored values', () => {
  expect(parseRejectedKinds('x')).toEqual({});
  expect(parseRejectedKinds({ A: 1, B: 'x' })).toEqual({ A: 1 });
});
