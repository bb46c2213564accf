import { describe, expect, it } from 'vitest';
import {
  decimalsFor,
  formatAmount,
  formatBaseUnits,
  formatCompact,
  formatExact,
  formatFixed,
  formatRounded,
  groupDigits,
  scaleOf,
  counted,
} from './amount';

describe('formatBaseUnits', () => {
  it.each([
    [9007199254740993n, '9,007,199.254740993'],
    [0n, '0'],
    [1n, '0.000000001'],
    [1_000_000_000n, '1'],
    [1_500_000_000n, '1.5'],
    [-2_318_000_000n, '−2.318'],
    [-1n, '−0.000000001'],
    [18446744073709551615n, '18,446,744,073.709551615'],
  ])('%s', (value, text) => expect(formatBaseUnits(value)).toBe(text));

  it('loses no unit: the text read back is the value', () => {
    for (const value of [0n, 7n, 10n ** 9n, 10n ** 18n + 1n, 9007199254740993n]) {
      const [whole, fraction = ''] = formatBaseUnits(value).replaceAll(',', '').split('.') as [
        string,
        string?,
      ];
      expect(BigInt(whole) * 10n ** 9n + BigInt(fraction.padEnd(9, '0'))).toBe(value);
    }
  });
});

describe('formatAmount', () => {
  it('names the unit', () => {
    expect(formatAmount(2_500_000_000n, 'sui')).toEqual({ number: '2.5', unit: 'SUI' });
    expect(formatAmount(2_500_000_000n, 'us')).toEqual({ number: '2.5', unit: 'US' });
  });

  it('scales nothing whose unit is not stated', () =>
    expect(formatAmount(2_500_000_000n, 'none')).toEqual({
      number: '2,500,000,000',
      unit: 'unit not stated',
    }));

  it('gives base units on demand', () =>
    expect(formatExact(9007199254740993n, 'sui')).toBe('9,007,199,254,740,993 MIST'));
});

it('groups digits of either sign', () => {
  expect(groupDigits(999)).toBe('999');
  expect(groupDigits(-1234567n)).toBe('−1,234,567');
});

it('the scale of a drawing is rounded unless its ends would read the same, and there is none where nothing varies', () => {
  const big = 9007199254740993n;
  expect(scaleOf([big, 5n, big + 1n], 'us')).toEqual({ lowest: '0.000000005 US', highest: '9,007,199 US' });
  expect(scaleOf([big, big + 1n], 'us')).toEqual({
    lowest: '9,007,199.254740993 US',
    highest: '9,007,199.254740994 US',
  });
  expect(scaleOf([big, big], 'sui')).toBeUndefined();
  expect(scaleOf([], 'sui')).toBeUndefined();
});

it.each([
  [0, '0 events'],
  [1, '1 event'],
  [1n, '1 event'],
  [1204, '1,204 events'],
])('%s', (count, words) => expect(counted(count, 'event')).toBe(words));

it('knows words of another form', () => {
  expect(counted(2, 'vertex', 'vertices')).toBe('2 vertices');
});

describe('formatRounded', () => {
  it.each([
    [26_029_709n, '0.026'],
    [26_050_000n, '0.0261'],
    [613_397_825_197_612n, '613,398'],
    [999_825_197_612n, '999.8252'],
    [-2_318_049_999n, '−2.318'],
    [419_107n, '0.000419'],
    // Too small to keep two digits: exact.
    [9_999n, '0.000009999'],
    [0n, '0'],
  ])('%s', (value, text) => expect(formatRounded(value)).toBe(text));
});

describe('formatCompact', () => {
  it.each([
    [33_654_023n, '33.7 M'],
    [132_000_000n, '132.0 M'],
    [-1_250n, '−1.3 k'],
    [9_223_372_036_854_775_807n, '9,223,372,036.9 B'],
    [999n, '999'],
    [0n, '0'],
  ])('%s', (value, text) => expect(formatCompact(value)).toBe(text));
});

it.each([
  [0n, 3, '0'],
  [79_749n, 3, '<0.001'],
  [500_000n, 3, '0.001'],
  [5_716_400_000n, 3, '5.716'],
  [2_125_205n, 5, '0.00213'],
  [1_234_000_000_000n, 3, '1,234.000'],
  [-31_876_942n, 6, '−0.031877'],
  [-79_749n, 3, '−<0.001'],
  [2_000_000_000n, 0, '2'],
])('%s with %s decimals, whatever its size', (value, decimals, text) =>
  expect(formatFixed(value, decimals)).toBe(text),
);

it.each([
  [[2_500_000_000, 2_500_000_000], 1],
  [[66_000_000_000_000, 5_000_000_000], 0],
  [[26_029_709, 113_000_000, 31_876_942], 3],
  [[2_125_205, 79_749, 0], 4],
  [[79_749, 500], 6],
  [[913_397_825_197_612, 62_492_064_994_519], 0],
  [[-419_107], 5],
  [[], 0],
])('a column of %s needs %s decimals', (amounts, decimals) => expect(decimalsFor(amounts)).toBe(decimals));
