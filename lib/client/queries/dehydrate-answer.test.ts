import { expect, test } from 'vitest';
import { tangle } from '@/lib/dag/testing/large-structures';
import { parseJson, stringifyJson } from '@/lib/json/exact';
import { dehydrateAnswer, documentBudget, hydrateAnswer, MOST_TEXT } from './dehydrate-answer';

const large = tangle(200, 600);

test('a large answer is sent as one text and restored unchanged', () => {
  const sent = dehydrateAnswer(large);
  expect(Object.values(sent as object)).toEqual([expect.any(String)]);
  expect(hydrateAnswer(sent)).toEqual(large);
});

test('a small answer, and one that JSON would change, go as they are', () => {
  for (const answer of [
    null,
    [],
    tangle(2, 2),
    { ...large, later: 12n },
    { ...large, later: undefined },
    { ...large, later: new Date(0) },
    { ...large, later: Number.NaN },
  ]) {
    expect(dehydrateAnswer(answer)).toBe(answer);
    expect(hydrateAnswer(answer)).toBe(answer);
  }
});

test('numbers and keys that React cannot write are restored', () => {
  const text = '{"ports":{"__proto__":{"n":[1.10,-0,12345678901234567890]}},"n":1e400}';
  const sent = dehydrateAnswer(parseJson(text));
  expect(stringifyJson(hydrateAnswer(structuredClone(sent)))).toBe(text);
  // What React can write: plain objects, sets and maps.
  expect(JSON.stringify(sent, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value))).toBe(
    '{"ports":{},"n":{}}',
  );
});

test('a server reads a text once, and the last few megabytes of texts are kept', () => {
  const read = (answer: unknown) => hydrateAnswer(dehydrateAnswer(answer));
  const first = read(large);
  expect(read(structuredClone(large))).toBe(first);
  const larger = { ...large, more: ['x'.repeat(3_900_000)] };
  expect(read(larger)).toEqual(larger);
  expect(read(large)).not.toBe(first);
  expect(read(large)).toEqual(large);
});

test('a document has the answers that fit; the browser reads the others', () => {
  const fits = documentBudget();
  const rows = (count: number) => ({
    items: Array.from({ length: count }, () => ({ failure_reason: 'x'.repeat(200_000), n: 12n, at: null })),
  });
  expect(fits(tangle(2_000, 6_000))).toBe(true);
  expect(fits(rows(100))).toBe(false);
  expect(fits(null)).toBe(true);
  expect(fits(rows(2))).toBe(true);
  expect(fits(rows(MOST_TEXT / 200_000))).toBe(false);
});
