import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settle, takeAll, type Held } from './use-list';

interface Row {
  id: number;
  word: string;
}
const page = (ids: number[], total = ids.length, word = 'old') => ({
  items: ids.map((id) => ({ id, word })),
  metadata: { next_token: null, total_items: total },
});
const idOf = (row: Row) => String(row.id);
const held = takeAll<Row>('k', page([5, 4, 3], 30));
const ids = (state: Held<Row>) => state.rows.map((row) => row.id);

test('a reader who is busy keeps every row where it is; new ones are counted, known ones patched', () => {
  const next = settle(held, { key: 'k', answer: page([7, 6, 5], 32, 'new'), still: true }, idOf);
  expect(ids(next)).toEqual([5, 4, 3]);
  expect(next.rows.map((row) => row.word)).toEqual(['new', 'old', 'old']);
  expect([next.newer, next.removed.size]).toEqual([2, 0]);
  const more = settle(next, { key: 'k', answer: page([9, 8, 7], 34), still: true }, idOf);
  expect([ids(more), more.newer]).toEqual([[5, 4, 3], 4]);
  const let_in = settle(more, { key: 'k', answer: more.answer, still: false }, idOf);
  expect([ids(let_in), let_in.newer]).toEqual([[9, 8, 7], 0]);
});

test('an idle reader at the top gets the new rows at once', () => {
  expect(ids(settle(held, { key: 'k', answer: page([6, 5, 4], 31), still: false }, idOf))).toEqual([6, 5, 4]);
});

test('a row that the listing no longer holds stays and is marked, one pushed off the page is not', () => {
  const next = settle(held, { key: 'k', answer: page([6, 5, 3], 30), still: true }, idOf);
  expect([ids(next), next.newer, [...next.removed]]).toEqual([[5, 4, 3], 1, ['4']]);
});

test('another request takes its own rows; an answer to come leaves nothing of the former', () => {
  expect(ids(settle(held, { key: 'other', answer: page([1]), still: true }, idOf))).toEqual([1]);
  expect(ids(settle(held, { key: 'other', answer: null, still: true }, idOf))).toEqual([]);
  expect(settle(held, { key: 'k', answer: null, still: true }, idOf)).toBe(held);
});

test('rows arrive in a list that was empty', () => {
  const empty = takeAll<Row>('k', page([]));
  expect(ids(settle(empty, { key: 'k', answer: page([1]), still: true }, idOf))).toEqual([1]);
});

test('whatever arrives, standing rows never move while the reader is busy, and settling twice changes nothing', () => {
  const answer = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(answer), (answers) => {
      let state = held;
      for (const one of answers) {
        const now = { key: 'k', answer: page(one), still: true };
        state = settle(state, now, idOf);
        expect(ids(state)).toEqual([5, 4, 3]);
        expect(settle(state, now, idOf)).toBe(state);
      }
    }),
  );
});
