import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { isNestedDeeper, MOST_DEPTH, parseForeignJson, parseJson, stringifyJson } from './exact';

test('an integer beyond 2^53 is the same on both sides', () => {
  expect(parseJson('{"a":9007199254740993}')).toEqual({ a: 9007199254740993n });
  expect(stringifyJson({ a: 9007199254740993n, b: 1 })).toBe('{"a":9007199254740993,"b":1}');
});

test('other numbers stay numbers', () => {
  expect(parseJson('[1,-0.5,1e3,999999999999999,9007199254740991]')).toEqual([
    1, -0.5, 1000, 999999999999999, 9007199254740991,
  ]);
});

test('ids with many digits are read by the platform', () => {
  const platform = vi.spyOn(JSON, 'parse');
  for (const id of ['12345678901234567890', '0x12345678901234567890', 'a,12345678901234567', '-5'])
    expect(parseJson(JSON.stringify({ id: `x${id}`, digest: id, n: -1.5 }))).toEqual({
      id: `x${id}`,
      digest: id,
      n: -1.5,
    });
  expect(platform).toHaveBeenCalledTimes(3);
  platform.mockClear();
  for (const text of [
    '-12345678901234567',
    '[ 12345678901234567]',
    '{"a":12345678901234567}',
    '[1,12345678901234567]',
    '\n12345678901234567',
  ])
    expect(stringifyJson(parseJson(text))).toBe(text.replaceAll(/\s/g, ''));
  expect(platform).not.toHaveBeenCalled();
  platform.mockRestore();
});

test('any JSON value comes back as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain = JSON.stringify(value);
      expect(stringifyJson(parseJson(plain))).toBe(plain);
    }),
  );
});

test('of a key written twice the last one counts, whether or not a number is long', () => {
  expect(parseJson('{"a":1,"b":2,"a":3}')).toEqual({ a: 3, b: 2 });
  expect(parseJson('{"a":1,"b":9007199254740993,"a":3}')).toEqual({ a: 3, b: 9007199254740993n });
});

test('rejects expensive input early: endless numbers, and deep nesting around a long number', () => {
  expect(parseJson(`[${'9'.repeat(78)}]`)).toEqual([BigInt('9'.repeat(78))]);
  expect(() => parseJson(`[${'9'.repeat(1_000_000)}]`)).toThrow(SyntaxError);
  const deep = `${'{"a":'.repeat(50_000)}12345678901234567890${'}'.repeat(50_000)}`;
  expect(() => parseJson(deep)).toThrow(SyntaxError);
});

test('depth is that of brackets outside strings', () => {
  expect(isNestedDeeper('{"a":[1,[2]],"b":[[]]}', 3)).toBe(false);
  expect(isNestedDeeper('{"a":[1,[2]],"b":[[]]}', 2)).toBe(true);
  expect(isNestedDeeper(JSON.stringify({ '[[[[': '{{{{\\"[[[' }), 1)).toBe(false);
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  expect(stringifyJson(parseForeignJson(nested(MOST_DEPTH)))).toBe(nested(MOST_DEPTH));
  expect(() => parseForeignJson(nested(MOST_DEPTH + 1))).toThrow(new SyntaxError('nested too deeply'));
});

test('__proto__ is a key like others', () => {
  const read = parseJson('{"__proto__":{"polluted":12345678901234567890}}') as object;
  expect(Object.getOwnPropertyNames(read)).toEqual(['__proto__']);
  expect('polluted' in {}).toBe(false);
});

test('text that is not JSON is refused', () => {
  for (const text of ['', '{', '{"a":1,}', 'NaN', '[1 2]'])
    expect(() => parseJson(text)).toThrow(SyntaxError);
});
