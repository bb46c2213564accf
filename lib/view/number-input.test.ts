import { describe, expect, it, test } from 'vitest';
import { readMeasure, readNumber, separatorsOf, type UnitNames } from './number-input';

const locales = { 'en-GB': '.', 'de-DE': ',', 'fr-FR': ',', 'de-CH': '.', 'pl-PL': ',' } as const;

test.each(Object.entries(locales))('%s separates decimals by %s', (locale, decimal) =>
  expect(separatorsOf(locale).decimal).toBe(decimal),
);

describe('readNumber', () => {
  const english = separatorsOf('en-GB');

  it.each([
    ['0,5', '0.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1.234,5', '1234.5'],
    ['1,234.5', '1234.5'],
    ['1 000,5', '1000.5'],
    ['1\u202f000,5', '1000.5'],
    ['1\u2009234\u2009567', '1234567'],
    ["1'234.5", '1234.5'],
    ['1’234’567', '1234567'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['12,34,567.5', '1234567.5'],
    ['0,500', '0.5'],
    ['1234,567', '1234.567'],
    ['1 234,567', '1234.567'],
    ['١٢٫٥', '12.5'],
    ['١٬٢٣٤٫٥', '1234.5'],
    ['۱۲۳', '123'],
    ['१२.५', '12.5'],
    ['１２．５', '12.5'],
    ['１，２３４．５', '1234.5'],
    ['\u200e12.5\u200f', '12.5'],
    ['12.500000000000', '12.5'],
  ])('%s is %s in every locale', (text, plain) => {
    const [whole = '', fraction = ''] = plain.split('.');
    const exact = BigInt(whole + fraction.padEnd(9, '0'));
    for (const locale of Object.keys(locales)) expect(readNumber(text, 9, separatorsOf(locale))).toBe(exact);
  });

  it.each([
    ['en-GB', '1,234', 1234n],
    ['en-GB', '1.234', 1.234],
    ['de-DE', '1.234', 1234n],
    ['de-DE', '1,234', 1.234],
    ['fr-FR', '1,234', 1.234],
    ['fr-FR', '1.234', 1.234],
    ['de-CH', '1,234', 1234n],
  ])('in %s %s is %s', (locale, text, value) => {
    const exact = typeof value === 'bigint' ? value * 1000n : BigInt(Math.round(value * 1000));
    expect(readNumber(text, 3, separatorsOf(locale))).toBe(exact);
  });

  it.each([
    '',
    '-1',
    '−1',
    '1e3',
    '0x1',
    '1,2,3',
    '1 5',
    '1..5',
    '1.2.3,4,5',
    '1,234 567',
    '∞',
    'x',
    '.',
    '1.0000000001',
  ])('%j is refused', (text) => expect(readNumber(text, 9, english)).toBeUndefined());

  it('has no decimals where a number is whole', () => {
    expect(readNumber('1.234', 0, english)).toBe(1234n);
    expect(readNumber('1.5', 0, english)).toBeUndefined();
  });
});

describe('readMeasure', () => {
  const english = separatorsOf('en-GB');
  const seconds = { decimals: 3, times: 1n };
  const time: UnitNames = {
    '': seconds,
    ms: { decimals: 0, times: 1n },
    s: seconds,
    m: { decimals: 3, times: 60n },
  };

  it.each([
    ['90', 90_000n],
    ['2 m 5 s', 125_000n],
    ['2m5s', 125_000n],
    ['850 ms', 850n],
    ['12,5 s', 12_500n],
    ['1.5 M', 90_000n],
    ['１２ s', 12_000n],
  ])('%s', (text, value) => expect(readMeasure(text, time, english)).toBe(value));

  it.each(['5 x', 's', 's 5', '2 m 5', '1 constructor', '5 s s', ''])('%j is refused', (text) =>
    expect(readMeasure(text, time, english)).toBeUndefined(),
  );
});
