import { describe, expect, it } from 'vitest';
import { parseJson } from '@/lib/json/exact';
import { beginningOf, oneLineJson, prettyJson, sizeOf } from './json';

describe('prettyJson', () => {
  it('keeps a 64-bit integer exact', () =>
    expect(prettyJson(parseJson('{"amount":9007199254740993}'))).toBe('{\n  "amount": 9007199254740993\n}'));
  it('does not indent what is nested so deeply that the indents would be most of it', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
    expect(prettyJson(parseJson(nested(40)))).toContain('\n');
    expect(prettyJson(parseJson(nested(2_000)))).toBe(nested(2_000));
    // Deeper than the call stack allows: show a message instead of failing the page.
    expect(prettyJson(JSON.parse(nested(100_000)))).toBe('nested too deeply to be written out');
  });
});

it('oneLineJson cuts at the limit', () => {
  expect(oneLineJson({ a: 1 })).toBe('{"a":1}');
  expect(oneLineJson('x'.repeat(200), 10)).toBe('"xxxxxxxx…');
});

describe('beginningOf', () => {
  it('gives a short text whole', () => expect(beginningOf('ab')).toEqual({ text: 'ab', whole: true }));
  it('cuts at a line', () =>
    expect(beginningOf('aaa\nbbb\nccc', 8)).toEqual({ text: 'aaa\nbbb', whole: false }));
  it('cuts one endless line anyway, also one that stands in an object', () => {
    expect(beginningOf('a'.repeat(9), 4)).toEqual({ text: 'aaaa', whole: false });
    const text = prettyJson({ a: 'x'.repeat(50) });
    expect(beginningOf(text, 20)).toEqual({ text: '{\n  "a": "xxxxxxxxxx', whole: false });
  });
});

it('sizeOf counts bytes', () => {
  expect(sizeOf('é')).toBe('2 B');
  expect(sizeOf('a'.repeat(20_000))).toBe('20 kB');
  expect(sizeOf('a'.repeat(1_400_000))).toBe('1.4 MB');
});
