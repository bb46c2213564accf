import { expect, test } from 'vitest';
import { rowOrder } from './row-order';

const at = (...times: (string | null)[]) => times.map((created_at) => ({ created_at }));
const [early, late] = ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'];

test.each([
  ['newest first', [{ id: 9n }, { id: 7n }, { id: 7n }]],
  ['oldest first', [{ id: 1 }, { id: 2 }]],
  ['newest first', at(late, null, late, early)],
  ['oldest first', at(early, late)],
  // The first clock that moves decides.
  [
    'oldest first',
    [
      { created_at: early, onchain_created_at: early },
      { created_at: early, onchain_created_at: late },
    ],
  ],
  [null, at(early, late, early)],
  [null, at(early)],
  [null, at(early, early)],
  [null, [{ id: null }, {}]],
  [null, []],
])('%s', (order, rows) => {
  expect(rowOrder(rows)).toBe(order);
});
