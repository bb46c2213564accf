import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countUnseen, reconcile, showAll, type StableRows } from './stable-rows';

interface Row {
  id: number;
  word: string;
}
const page = (ids: number[], total = ids.length, word = 'old') => ({
  items: ids.map((id) => ({ id, word })),
  metadata: { next_token: null, total_items: total },
});
const idOf = (row: Row) => String(row.id);
const initial = showAll<Row>('k', page([5, 4, 3], 30));
const ids = (state: StableRows<Row>) => state.rows.map((row) => row.id);

test('pinned rows stay in place: new ones are counted, known ones updated', () => {
  const next = reconcile(initial, { key: 'k', answer: page([7, 6, 5], 32, 'new'), pinned: true }, idOf);
  expect(ids(next)).toEqual([5, 4, 3]);
  expect(next.rows.map((row) => row.word)).toEqual(['new', 'old', 'old']);
  expect([next.newer, next.removed.size]).toEqual([2, 0]);
  const more = reconcile(next, { key: 'k', answer: page([9, 8, 7], 34), pinned: true }, idOf);
  expect([ids(more), more.newer]).toEqual([[5, 4, 3], 4]);
  const released = reconcile(more, { key: 'k', answer: more.answer, pinned: false }, idOf);
  expect([ids(released), released.newer]).toEqual([[9, 8, 7], 0]);
});

test('shows new rows at once when rows are not pinned', () => {
  expect(ids(reconcile(initial, { key: 'k', answer: page([6, 5, 4], 31), pinned: false }, idOf))).toEqual([
    6, 5, 4,
  ]);
});

test('marks a row that is no longer in the list, but not one pushed off the page', () => {
  const next = reconcile(initial, { key: 'k', answer: page([6, 5, 3], 30), pinned: true }, idOf);
  expect([ids(next), next.newer, [...next.removed]]).toEqual([[5, 4, 3], 1, ['4']]);
});

test('rows of an ordered list change places only when they are not pinned; new ones are counted anywhere', () => {
  const next = reconcile(initial, { key: 'k', answer: page([4, 6, 5], 31), pinned: true }, idOf);
  expect([ids(next), countUnseen(next, idOf)]).toEqual([[5, 4, 3], 1]);
  const reordered = reconcile(initial, { key: 'k', answer: page([4, 5, 3], 30), pinned: true }, idOf);
  expect([ids(reordered), countUnseen(reordered, idOf)]).toEqual([[5, 4, 3], 0]);
  expect(ids(reconcile(reordered, { key: 'k', answer: reordered.answer, pinned: false }, idOf))).toEqual([
    4, 5, 3,
  ]);
});

test('another request replaces all rows, even before its answer arrives', () => {
  expect(ids(reconcile(initial, { key: 'other', answer: page([1]), pinned: true }, idOf))).toEqual([1]);
  expect(ids(reconcile(initial, { key: 'other', answer: null, pinned: true }, idOf))).toEqual([]);
  expect(reconcile(initial, { key: 'k', answer: null, pinned: true }, idOf)).toBe(initial);
});

test('fills a list that was empty', () => {
  const empty = showAll<Row>('k', page([]));
  expect(ids(reconcile(empty, { key: 'k', answer: page([1]), pinned: true }, idOf))).toEqual([1]);
});

test('never moves pinned rows, whatever arrives, and reconciling twice changes nothing', () => {
  const answer = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(answer), (answers) => {
      let state = initial;
      for (const items of answers) {
        const now = { key: 'k', answer: page(items), pinned: true };
        state = reconcile(state, now, idOf);
        expect(ids(state)).toEqual([5, 4, 3]);
        expect(reconcile(state, now, idOf)).toBe(state);
      }
    }),
  );
});
