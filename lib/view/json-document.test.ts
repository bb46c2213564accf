import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringifyJson } from '@/lib/json/exact';
import { jsonPieces } from './json-document';

const document = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue()), fc.bigInt()));

test('the pieces are the whole text', () => {
  fc.assert(
    fc.property(document, (value) => {
      expect([...jsonPieces(value)].join('')).toBe(stringifyJson(value, 2));
    }),
  );
});

test('each row is a separate piece', () => {
  const rows = Array.from({ length: 1000 }, (_, id) => ({ id, amount: BigInt(id) ** 9n, text: 'a\nb' }));
  const pieces = [...jsonPieces({ rows })];
  expect(pieces.length).toBeGreaterThan(1000);
  expect(pieces.join('')).toBe(stringifyJson({ rows }, 2));
});
