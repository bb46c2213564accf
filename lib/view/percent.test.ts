import { expect, test } from 'vitest';
import { percentOf, percentShares } from './percent';

test.each([
  [24, 27, '88.9'],
  [1, 3, '33.3'],
  [2, 3, '66.7'],
  [1, 800, '0.1'],
  [1, 20_000, '<0.1'],
  [19_999, 20_000, '>99.9'],
  [0, 5, '0.0'],
  [5, 5, '100.0'],
  [3, 2, '150.0'],
  [0, 0, null],
])('%d of %d is %s %%', (part, whole, text) => {
  expect(percentOf(part, whole)).toBe(text);
});

test.each([
  [
    [1n, 1n, 1n],
    ['33.4', '33.3', '33.3'],
  ],
  [
    [2n, 2n, 2n, 1n],
    ['28.6', '28.6', '28.5', '14.3'],
  ],
  [
    [0n, 10n ** 20n],
    ['0.0', '100.0'],
  ],
  [
    [1n, 10n ** 20n],
    ['<0.1', '>99.9'],
  ],
  [[0n, 0n], null],
])('the shares of %s add up', (parts, texts) => {
  expect(percentShares(parts)).toEqual(texts);
});

test('the shares of some parts of a whole leave its rest', () => {
  expect(percentShares([2n, 2n], 6n)).toEqual(['33.4', '33.3']);
  expect(percentShares([1n, 1n], 1n)).toEqual(['50.0', '50.0']);
});
