import { describe, expect, it, test, vi } from 'vitest';
import { parseJson } from '@/lib/json/exact';
import { blocksOf, beginningOf, prettyJson, sizeOf, jsonDiff } from './json';
import fc from 'fast-check';

describe('prettyJson', () => {
  it('keeps a 64-bit integer exact', () =>
    expect(prettyJson(parseJson('{"amount":9007199254740993}'))).toBe('{\n  "amount": 9007199254740993\n}'));
  it('stops indenting at great depth, where indents would dominate', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
    expect(prettyJson(parseJson(nested(40)))).toContain('\n');
    expect(prettyJson(parseJson(nested(2_000)))).toBe(nested(2_000));
    // Deeper than the call stack allows: show a message instead of failing the page.
    expect(prettyJson(JSON.parse(nested(100_000)))).toBe('nested too deeply to be written out');
  });
});

describe('beginningOf', () => {
  it('gives a short text whole', () => expect(beginningOf('ab')).toEqual({ text: 'ab', whole: true }));
  it('cuts at a line', () =>
    expect(beginningOf('aaa\nbbb\nccc', 8)).toEqual({ text: 'aaa\nbbb', whole: false }));
  it('cuts one endless line anyway, also inside an object', () => {
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

test('reports changes by path, with additions and removals', () => {
  const before = { policy: { max: 9007199254740993n, kind: 'user' }, tools: ['a', 'b'], gone: null };
  const after = { policy: { max: 9007199254740992n, kind: 'user' }, tools: ['a'], come: false };
  expect(jsonDiff(before, after)).toEqual([
    { path: 'policy.max', before: 9007199254740993n, after: 9007199254740992n },
    { path: 'tools[1]', before: 'b', after: undefined },
    { path: 'gone', before: null, after: undefined },
    { path: 'come', before: undefined, after: false },
  ]);
});

test('null, nothing and an empty object are not the same; another shape is one change', () => {
  expect(jsonDiff({ a: null }, {})).toHaveLength(1);
  expect(jsonDiff({ a: {} }, { a: null })).toEqual([{ path: 'a', before: {}, after: null }]);
});

test('a value has no difference from itself', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(jsonDiff(value, structuredClone(value))).toEqual([]);
    }),
  );
});

it('shows and compares numbers by their digits', () => {
  const text = '{\n  "a": 1.10,\n  "b": [\n    1e400\n  ]\n}';
  expect(prettyJson(parseJson(text))).toBe(text);
  const changes = jsonDiff(parseJson('{"a":1.10,"b":1E5}'), parseJson('{"a":1.1,"b":1E5}'));
  expect(changes.map(({ path, before, after }) => `${path}: ${String(before)} ${String(after)}`)).toEqual([
    'a: 1.10 1.1',
  ]);
});

it('compares keys by the names that a value has itself', () => {
  const before: unknown = JSON.parse('{"a":1}');
  const after: unknown = JSON.parse('{"a":1,"__proto__":{"x":1},"constructor":2,"a.b":3}');
  expect(jsonDiff(before, after)).toEqual([
    { path: '__proto__', before: undefined, after: { x: 1 } },
    { path: 'constructor', before: undefined, after: 2 },
    { path: '["a.b"]', before: undefined, after: 3 },
  ]);
  expect(jsonDiff(after, after)).toEqual([]);
});

test('a text without line ends is not searched again for each of its parts', () => {
  const search = vi.spyOn(String.prototype, 'lastIndexOf');
  const blocks = blocksOf('x'.repeat(95_000), 10_000);
  const searched = search.mock.contexts.map((text) => String(text).length);
  search.mockRestore();
  expect(blocks).toHaveLength(10);
  expect(blocks.join('')).toHaveLength(95_000);
  expect(Math.max(...searched)).toBeLessThanOrEqual(10_000);
});
