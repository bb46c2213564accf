// Round trip: JSON that the protobuf library encodes is decoded unchanged.
import { fromJson, toBinary, type JsonValue } from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { CHAIN } from '@/lib/index-service/limits';
import { jsonOf, TooDeep } from './rendered-value';

const bytesOf = (json: JsonValue) => toBinary(ValueSchema, fromJson(ValueSchema, json));

test.each<[JsonValue]>([
  [null],
  [true],
  [false],
  [0],
  [255],
  [''],
  ['18446744073709551615'],
  ['ünïcode'],
  [[]],
  [{}],
  [{ '': null, event: { '@variant': 'One', value: [{ a: [] }, null, [false, 0, '']] } }],
  [JSON.parse('{"__proto__": {"a": "b"}}') as JsonValue],
])('%j', (json) => expect(JSON.stringify(jsonOf(bytesOf(json)))).toBe(JSON.stringify(json)));

test('unknown fields are skipped; a value that is cut short is refused', () => {
  const text = bytesOf('text');
  expect(jsonOf(Uint8Array.from([...text, 0x78, 0x01]))).toBe('text');
  expect(() => jsonOf(text.subarray(0, 3))).toThrow(RangeError);
});

/** What precedes the content of a field that has a length. */
function headOf(number: number, length: number): Buffer {
  const bytes = [(number << 3) | 2];
  for (let rest = length; ; rest >>>= 7) {
    bytes.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) return Buffer.from(bytes);
  }
}

/** A list in a list and so on: the protobuf library does not write as many. */
function nested(depth: number): Buffer {
  const parts: Buffer[] = [Buffer.from([0x20, 1])];
  let length = 2;
  // From the innermost outwards, without copying what is inside.
  for (const number of Array.from({ length: depth }, () => [1, 6]).flat()) {
    const head = headOf(number, length);
    parts.push(head);
    length += head.length;
  }
  return Buffer.concat(parts.toReversed());
}

test.each([CHAIN.depth + 1, 2_000, 20_000])('%i levels are kept as the bytes they came in', (depth) => {
  expect(jsonOf(nested(depth))).toEqual(new TooDeep(nested(depth).toString('base64')));
});

test('as many levels as are allowed are read', () => {
  expect(JSON.stringify(jsonOf(nested(CHAIN.depth)))).toBe(
    `${'['.repeat(CHAIN.depth)}true${']'.repeat(CHAIN.depth)}`,
  );
});
