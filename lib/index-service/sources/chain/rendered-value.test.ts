// Round trip: JSON that the protobuf library encodes is decoded unchanged.
import { fromJson, toBinary, type JsonValue } from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { jsonOf } from './rendered-value';

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
