import { expect, test } from 'vitest';
import { canPin, newestTime, placeOf, tokenBefore, windowedQuery } from './listing-window';

test('the window is pinned at the newest row, rounded up to what a browser can say', () => {
  const rows = [{ at: '2026-11-20T10:00:00.123456Z' }, { at: '2026-11-20T09:00:00Z' }, { at: null }];
  expect(newestTime(rows, (row) => row.at)).toBe('2026-11-20T10:00:00.124Z');
  expect(newestTime([], () => null)).toBeNull();
  expect(newestTime([{ at: 'no time' }, ...rows], (row) => row.at)).toBe('2026-11-20T10:00:00.124Z');
});

test('the earlier of pin and own bound holds, and only where the endpoint knows the bound', () => {
  const pin = '2026-11-20T10:00:00.000Z';
  expect(windowedQuery('leaders.list', { status: 'active' }, pin)).toEqual({
    status: 'active',
    created_before: pin,
  });
  const own = '2026-11-19T00:00:00.000Z';
  expect(windowedQuery('leaders.list', { created_before: own }, pin)).toEqual({ created_before: own });
  expect(windowedQuery('executions.list', {}, pin)).toEqual({});
  expect(windowedQuery('leaders.list', {}, 'yesterday')).toEqual({});
  expect([canPin('payments.list'), canPin('executions.list')]).toEqual([true, false]);
});

test('the page before the second is the first, without a token', () => {
  expect(placeOf({})).toEqual({ size: 20, offset: 0 });
  expect(tokenBefore(placeOf({ page_token: '20' }))).toBeUndefined();
  expect(tokenBefore(placeOf({ page_token: '100', page_size: '50' }))).toBe('50');
  expect(tokenBefore(placeOf({ page_token: '7' }))).toBeUndefined();
});
