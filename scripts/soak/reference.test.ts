import { expect, test } from 'vitest';
import { differenceOf, isExact } from './reference';

const log = { log_id: 'A', ids: [1, 2, 3, 5] };
const difference = (ids: number[], start: number | undefined = 2, wrong = 0, name = 'A') =>
  differenceOf(
    {
      logs: new Map([[name, { start, ids, wrong }]]),
      connections: 1,
      refused: new Map(),
      stop: () => undefined,
    },
    log,
  );

test('a reader must have every event of the log after its start, once and in order, and no other', () => {
  expect(isExact(difference([3, 5]))).toBe(true);
  expect(isExact(difference([], 5))).toBe(true);
  expect(difference([5])).toEqual({ missing: [3], extra: [], wrong: 0 });
  expect(difference([3, 4, 5])).toEqual({ missing: [], extra: [4], wrong: 0 });
  expect(difference([2, 3, 5])).toEqual({ missing: [], extra: [2], wrong: 0 });
  expect(isExact(difference([3, 5], 2, 1))).toBe(false);
  expect(difference([3, 5], 2, 0, 'B').missing).toEqual(log.ids);
});
