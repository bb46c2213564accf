import { expect, test } from 'vitest';
import type { Execution } from '@/lib/contract/executions';
import { recentFailures } from './recent-failures';

const row = (id: string, start: number, rest: Partial<Execution> = {}) =>
  ({
    object_id: id,
    status: 'succeeded',
    was_aborted: false,
    has_any_walk_failed: false,
    onchain_created_at: new Date(start).toISOString(),
    ...rest,
  }) as Execution;
const page = (items: Execution[], next_token: number | null = null) => ({ items, metadata: { next_token } });
const found = (items: Execution[], next?: number) => {
  const { rows, complete } = recentFailures(page(items, next), 100);
  return { ids: rows.map(({ object_id }) => object_id), complete };
};

test('failed and aborted executions count, also under states that we do not know', () => {
  const rows = [
    row('a', 300, { status: 'failed' }),
    row('b', 290, { status: 'halted', was_aborted: true }),
    row('c', 280),
    row('d', 50, { status: 'failed' }),
  ];
  expect(found(rows)).toEqual({ ids: ['a', 'b'], complete: true });
});

test('a page is complete if it is the only one, or reaches back beyond the time', () => {
  expect(found([], 100).complete).toBe(false);
  expect(found([row('a', 300)], 100).complete).toBe(false);
  expect(found([row('a', 300), row('b', 50)], 100).complete).toBe(true);
  // In another order older rows prove nothing.
  expect(found([row('b', 50), row('a', 300), row('c', 60)], 100).complete).toBe(false);
});
