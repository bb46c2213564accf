import { expect, test } from 'vitest';
import { layoutKeys, orderAfterMove, readLayout } from './column-layout';

const all = ['id', 'status', 'pool', 'updated_at'];
const read = (text: string) => readLayout(new URLSearchParams(text), all);
const roundTrip = (text: string) => {
  const keys = Object.entries(layoutKeys(read(text), all)).filter(([, value]) => value !== undefined);
  return new URLSearchParams(keys as [string, string][]).toString();
};

test('a layout survives the URL; defaults are not in it', () => {
  const text = 'columns=pool&order=updated_at%2Cstatus%2Cpool';
  expect(roundTrip(text)).toBe(text);
  expect(roundTrip('order=status,pool,updated_at&columns=')).toBe('');
});

test('the first column cannot be hidden or moved', () => {
  expect(read('columns=id,pool').hidden).toEqual(['pool']);
  expect(read('order=pool,id').order).toEqual(['id', 'pool', 'status', 'updated_at']);
});

test('columns that a release removed are reported', () => {
  expect(read('columns=owner,pool').unknown).toEqual(['owner']);
});

test('a column shown in any window stays so; hidden wins', () => {
  expect(read('columns=status,!pool,!pool,!owner')).toMatchObject({
    hidden: ['status'],
    always: ['pool'],
    unknown: ['owner'],
  });
  expect(roundTrip('columns=status%2C%21pool')).toBe('columns=status%2C%21pool');
  expect(read('columns=pool,!pool,!id')).toMatchObject({ hidden: ['pool'], always: [] });
});

test('a column moves past hidden ones, never before the first or beyond the last', () => {
  expect(orderAfterMove(read(''), 'pool', -1)).toEqual(['id', 'pool', 'status', 'updated_at']);
  expect(orderAfterMove(read('columns=pool'), 'status', 1)).toEqual(['id', 'pool', 'updated_at', 'status']);
  expect(orderAfterMove(read(''), 'status', -1)).toEqual(all);
  expect(orderAfterMove(read(''), 'updated_at', 1)).toEqual(all);
  expect(orderAfterMove(read(''), 'id', 1)).toEqual(all);
});
