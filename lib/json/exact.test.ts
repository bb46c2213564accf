import fc from 'fast-check';
import { parse } from 'lossless-json';
import { expect, test, vi } from 'vitest';
import { fromCloneable, toCloneable } from './cloneable';
import {
  hasTooManyValues,
  isNestedDeeper,
  MOST_DEPTH,
  parseForeignJson,
  parseJson,
  stringifyJson,
} from './exact';
import { ExactNumber } from './exact-number';
import { hasProtoKey } from './proto-key';

test('an integer beyond 2^53 is the same on both sides', () => {
  expect(parseJson('{"a":9007199254740993}')).toEqual({ a: 9007199254740993n });
  expect(stringifyJson({ a: 9007199254740993n, b: 1 })).toBe('{"a":9007199254740993,"b":1}');
});

test('a number that a double writes as it was written stays a number', () => {
  expect(parseJson('[1,-0.5,1e+21,1e-7,999999999999999,9007199254740991]')).toEqual([
    1, -0.5, 1e21, 1e-7, 999999999999999, 9007199254740991,
  ]);
});

/** Each form of a number that a double, or the text of a double, changes. */
const ALTERED_BY_A_DOUBLE = [
  ...['1e400', '-1e400', '1e-400', '1.10', '1.0', '-0', '-0.0', '0.0', '1E5', '1e5', '1e05', '1e21'],
  ...['0.1000000000000000055511151231257827', '123456789012345678.9', '9007199254740993.0', '0e0'],
];

test.each(ALTERED_BY_A_DOUBLE)('%s keeps its digits', (number) => {
  for (const text of [number, `[${number}]`, `{"a":${number},"b":{"c":[1,${number}]}}`])
    expect(stringifyJson(parseJson(text))).toBe(text);
  expect(Number(parseJson(number))).toBe(Number(number));
  expect(stringifyJson(parseJson(`[${number}]`), 1)).toBe(`[\n ${number}\n]`);
  expect(() => JSON.stringify(parseJson(`[${number}]`))).toThrow(TypeError);
});

test('every number comes back with its digits, whatever surrounds it', () => {
  const digits = fc.stringMatching(/^(0|[1-9]\d{0,40})$/);
  const number = fc
    .tuple(
      fc.constantFrom('', '-'),
      digits,
      fc.option(fc.stringMatching(/^\d{1,30}$/), { nil: undefined }),
      fc.option(fc.stringMatching(/^[eE][-+]?\d{1,5}$/), { nil: undefined }),
    )
    .map(
      ([sign, whole, part, power]) => `${sign}${whole}${part === undefined ? '' : `.${part}`}${power ?? ''}`,
    );
  // Of a name that comes twice, the last value counts.
  const otherKey = fc.string().filter((key) => key !== 'n');
  fc.assert(
    fc.property(fc.array(number, { minLength: 1 }), otherKey, (numbers, text) => {
      const json = `{${JSON.stringify(text)}:[${numbers.join(',')}],"n":${numbers[0] ?? '0'}}`;
      expect(stringifyJson(parseJson(json))).toBe(json);
    }),
  );
});

test('times and ids in strings need no exact parser', () => {
  const text = JSON.stringify({ at: '2026-11-26T10:20:30.400Z', id: '0x12345678901234567890', rate: 0.25 });
  const platform = vi.spyOn(JSON, 'parse');
  expect(stringifyJson(parseJson(text))).toBe(text);
  expect(platform).toHaveBeenCalledOnce();
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

test('a very long number is cheap, and deep nesting around a long number is refused', () => {
  expect(parseJson(`[${'9'.repeat(400)}]`)).toEqual([BigInt('9'.repeat(400))]);
  const endless = `[${'9'.repeat(1_000_000)}]`;
  expect(parseJson(endless)).toEqual([new ExactNumber(endless.slice(1, -1))]);
  expect(stringifyJson(parseJson(endless))).toBe(endless);
  const deep = `${'{"a":'.repeat(50_000)}12345678901234567890${'}'.repeat(50_000)}`;
  expect(() => parseJson(deep)).toThrow(SyntaxError);
});

test('a number that is as long as an answer may be is exact', () => {
  const endless = `[${'9'.repeat(16_000_000)}]`;
  expect(stringifyJson(parseJson(endless)) === endless).toBe(true);
});

test('text beside an unusual number costs far less than a reader of every character takes', () => {
  const text = `["${'x'.repeat(1_000_000)}","${'\\\\\\"'.repeat(250_000)}",1.10]`;
  const cost = (read: (json: string) => unknown) => {
    const before = performance.now();
    read(text);
    return performance.now() - before;
  };
  // In turn, so that other load affects both, and often enough that the engine has optimized both.
  const costs = Array.from({ length: 8 }, () => ({ exact: cost(parseJson), peer: cost(parse) }));
  const least = (of: 'exact' | 'peer') => Math.min(...costs.map((pair) => pair[of]));
  expect(least('exact')).toBeLessThan(least('peer') / 2);
});

test('white space, escapes and nesting around an unusual number are read as the platform reads them', () => {
  const exact =
    ' {"a\\n\\u0041" : [ 1.0 , true,false , null,\t"\\\\" ,"\\\\\\"", { } , [ ] ] ,\n"":{"b":[[],{"c":""}]} } ';
  const plain = exact.replace('1.0', '1');
  expect(stringifyJson(parseJson(exact)).replace('1.0', '1')).toBe(JSON.stringify(JSON.parse(plain)));
});

test('depth is that of brackets outside strings', () => {
  expect(isNestedDeeper('{"a":[1,[2]],"b":[[]]}', 3)).toBe(false);
  expect(isNestedDeeper('{"a":[1,[2]],"b":[[]]}', 2)).toBe(true);
  expect(isNestedDeeper(JSON.stringify({ '[[[[': '{{{{\\"[[[' }), 1)).toBe(false);
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  expect(stringifyJson(parseForeignJson(nested(MOST_DEPTH)))).toBe(nested(MOST_DEPTH));
  expect(() => parseForeignJson(nested(MOST_DEPTH + 1))).toThrow(new SyntaxError('nested too deeply'));
});

test('values are counted outside strings', () => {
  const limits = { all: 3, objects: 2 };
  expect(hasTooManyValues('[1,2,3,4]', limits)).toBe(false);
  expect(hasTooManyValues('[1,2,3,4,5]', limits)).toBe(true);
  expect(hasTooManyValues('[{},{}]', limits)).toBe(false);
  expect(hasTooManyValues('[[{}],[{}],{}]', limits)).toBe(true);
  expect(hasTooManyValues(JSON.stringify({ a: ',{,{,{\\",{,{' }), limits)).toBe(false);
  expect(hasTooManyValues('["', limits)).toBe(false);
});

test('the depth of a value does not matter to the search for __proto__', () => {
  const nested = JSON.parse('{"a":'.repeat(100_000) + '{"__proto__":1}' + '}'.repeat(100_000)) as unknown;
  expect(hasProtoKey(nested)).toBe(true);
  expect(hasProtoKey({ a: [{ b: null, c: undefined }], d: 5n })).toBe(false);
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'toJSON'])(
  'the key %j is a key like others',
  (key) => {
    for (const number of ['1', '12345678901234567890', '1.10']) {
      const text = `{"a":1,${JSON.stringify(key)}:{"polluted":${number}}}`;
      const value = parseJson(text) as object;
      expect(Object.getOwnPropertyNames(value)).toEqual(['a', key]);
      expect(stringifyJson(value)).toBe(text);
    }
    expect('polluted' in {}).toBe(false);
  },
);

test('what was cloned, as between tabs, comes back exact', () => {
  const text = '{"a":[1.10,{"__proto__":-0}],"b":12345678901234567890,"c":"1.10"}';
  const value = parseJson(text);
  const plain = { a: 5n };
  expect(toCloneable(plain)).toBe(plain);
  expect(stringifyJson(fromCloneable(structuredClone(toCloneable(value))))).toBe(text);
});

test('a byte order mark is ignored', () => {
  expect(parseJson('\uFEFF{"a":1}')).toEqual({ a: 1 });
  expect(stringifyJson(parseJson('\uFEFF[1.10]'))).toBe('[1.10]');
});

test('text that is not JSON is refused', () => {
  for (const text of ['', '{', '{"a":1,}', 'NaN', '[1 2]'])
    expect(() => parseJson(text)).toThrow(SyntaxError);
});
