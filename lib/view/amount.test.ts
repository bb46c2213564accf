import { describe, expect, it } from 'vitest';
import {
  formatAmount,
  formatBaseUnits,
  formatExact,
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

it('the scale of a drawing is exact, and there is none where nothing varies', () => {
  const big = 9007199254740993n;
  expect(scaleOf([big, 5n, big + 1n], 'us')).toEqual({
    lowest: '0.000000005 US',
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
    [613_397_825_197_612n, '613,397.8252'],
    [-2_318_049_999n, '−2.318'],
    [419_107n, '0.000419'],
    // Too small to keep two digits: exact.
    [9_999n, '0.000009999'],
    [0n, '0'],
  ])('%s', (value, text) => expect(formatRounded(value)).toBe(text));
});
