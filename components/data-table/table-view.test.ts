import { expect, test } from 'vitest';
import { rangeText, stateOf } from './table-view';

const base = { rows: [], loading: false, failure: null, filters: {}, position: { size: 20, offset: 0 } };
const failure = {
  status: 503,
  code: null,
  message: 'away',
  request_id: null,
  endpoint: 'x',
  field: null,
  retry_after_ms: null,
};

test('a failure is never an empty list, and old rows outlive it', () => {
  expect(stateOf({ ...base, failure })).toBe('failed');
  expect(stateOf({ ...base, failure, filters: { a: 'b' } })).toBe('failed');
  expect(stateOf({ ...base, rows: [1], failure })).toBe('rows');
});

test('distinguishes no rows yet, no matching rows and no older rows', () => {
  expect(stateOf(base)).toBe('empty');
  expect(stateOf({ ...base, filters: { status: 'active' } })).toBe('filtered-out');
  expect(stateOf({ ...base, position: { size: 20, offset: 40 } })).toBe('beyond-the-end');
  expect(stateOf({ ...base, loading: true })).toBe('loading');
});

test('an empty page is not an empty list', () => {
  const filters = { status: 'active' };
  // A position that is not known is never that of the first page.
  for (const offset of [40, null])
    expect(stateOf({ ...base, filters, position: { size: 20, offset } })).toBe('beyond-the-end');
  for (const offset of [0, 40, null])
    expect(stateOf({ ...base, filters, position: { size: 20, offset }, more: true })).toBe('empty-page');
  expect(stateOf({ ...base, rows: [1], more: true })).toBe('rows');
});

test('the range is exact', () => {
  const noun = { singular: 'leader', plural: 'leaders' };
  const rows = Array.from({ length: 20 }, (_, index) => index);
  expect(rangeText({ rows, total: 1128, position: { size: 20, offset: 1000 } }, noun)).toBe(
    '1,001 to 1,020 of 1,128',
  );
  expect(rangeText({ rows: [], total: 0, position: { size: 20, offset: 0 } }, noun)).toBe('no leaders');
  expect(rangeText({ rows: [], total: null, position: { size: 20, offset: 0 } }, noun)).toBe('');
});

test('no rows have no range', () => {
  const noun = { singular: 'leader', plural: 'leaders' };
  for (const offset of [0, 20, null]) {
    const view = { rows: [], position: { size: 20, offset } };
    expect(rangeText({ ...view, total: null, uncounted: true }, noun)).toBe('total unknown');
    expect(rangeText({ ...view, total: 40 }, noun)).toBe('40 leaders');
  }
});

test('a total that the index counted without the filters is unknown', () => {
  const noun = { singular: 'leader', plural: 'leaders' };
  const view = { rows: [1], total: null, position: { size: 20, offset: 0 } };
  expect(rangeText({ ...view, ignored: ['status'] }, noun)).toBe('total unknown');
  expect(rangeText({ ...view, unchecked: ['status'] }, noun)).toBe('total unknown');
});
