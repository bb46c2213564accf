import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { usePlaced } from './use-placed';

interface Row {
  id: string;
  size: number;
}
const rows = (...all: [string, number][]) => all.map(([id, size]) => ({ id, size }));
const idOf = (row: Row) => row.id;

function place(first: readonly Row[]) {
  const props = { sorted: first, order: 'size.true', pinned: true };
  const { result, rerender } = renderHook(
    ({ sorted, order, pinned }: typeof props) => usePlaced(sorted, order, pinned, idOf),
    { initialProps: props },
  );
  return (next: Partial<typeof props>) => {
    rerender({ ...props, ...next });
    return result.current.map(({ id, size }) => `${id}${size}`).join(' ');
  };
}

test('a value that changes moves no pinned row', () => {
  const shown = place(rows(['a', 3], ['b', 2]));
  const later = rows(['b', 5], ['a', 3]);
  expect(shown({ sorted: later })).toBe('a3 b5');
  expect(shown({ sorted: later, pinned: false })).toBe('b5 a3');
});

test('another order, or other rows, replace pinned ones', () => {
  const shown = place(rows(['a', 3], ['b', 2]));
  expect(shown({ sorted: rows(['b', 2], ['a', 3]), order: 'size.false' })).toBe('b2 a3');
  expect(shown({ sorted: rows(['c', 9], ['a', 3], ['b', 2]) })).toBe('c9 a3 b2');
});
