import { describe, expect, it } from 'vitest';
import { csvText } from './csv';

const cell = (value: string) => csvText(['a'], [[value]]).slice('a\r\n'.length, -2);

describe('a CSV file', () => {
  it.each([
    '=1+1',
    '+1',
    '-1+2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '  =1',
    '\u0000=1',
    '\u00a0=1',
    '＝1',
    '=HYPERLINK("http://evil.example","x")',
    "=cmd|' /C calc'!A0",
  ])('never holds the formula %j', (text) => {
    expect(cell(text).replace(/^"/, '')).toMatch(/^'/);
  });

  it('quotes what would break a line or a column, and leaves the rest', () => {
    expect(cell('a,b')).toBe('"a,b"');
    expect(cell('say "x"')).toBe('"say ""x"""');
    expect(cell('two\r\nlines')).toBe('"two\r\nlines"');
    expect(cell('0xab-cd')).toBe('0xab-cd');
  });

  it('writes figures exactly, negative ones too, and nothing for the unknown', () => {
    expect(csvText(['a', 'b', 'c', 'd'], [[9007199254740993n, -1, null, true]])).toBe(
      'a,b,c,d\r\n9007199254740993,-1,,true\r\n',
    );
  });
});
