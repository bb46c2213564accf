// What a page makes of an answer, whatever the index sends.
import { expect, test, vi } from 'vitest';
import { ANSWER_BYTES } from '@/lib/relay/limits';
import { parsedAnswer } from './parsed-answer';

const answer = (body: string, status = 200) => ({
  status,
  headers: new Headers(),
  bytes: Buffer.from(body),
});
const listOf = (junk: string) =>
  `{"items":[],"metadata":{"next_token":null,"total_items":0},"junk":[${junk}]}`;

test('an answer that is too large for a page is left to the browser, unparsed', () => {
  const large = answer(listOf('1.0,'.repeat(ANSWER_BYTES.parsed / 4) + '1'));
  const parse = vi.spyOn(JSON, 'parse');
  expect(() => parsedAnswer('dags.list', large)).toThrow(
    expect.objectContaining({ code: 'UPSTREAM_INVALID', message: expect.stringContaining('dags.list') }),
  );
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

test('the same bytes are parsed once; a refusal keeps its meaning', () => {
  const list = answer(listOf('1.0'));
  expect(parsedAnswer('dags.list', list)).toBe(parsedAnswer('dags.list', list));
  expect(() => parsedAnswer('dags.list', answer('{"message":"gone"}', 404))).toThrow(
    expect.objectContaining({ code: 'NOT_FOUND', message: 'gone' }),
  );
});

test.each([
  ['numbers that a page would send one by one', '1.0', 600],
  ['lists', '[]', 30_000],
  ['numbers', '1', 60_000],
])('an answer of too many %s is left to the browser, and not parsed again', (_, value, count) => {
  const many = answer(listOf(Array.from({ length: count }, () => value).join()));
  const refused = expect.objectContaining({
    code: 'UPSTREAM_INVALID',
    message: expect.stringMatching(/^dags\.list: .* for a page$/),
  });
  expect(() => parsedAnswer('dags.list', many)).toThrow(refused);
  const parse = vi.spyOn(JSON, 'parse');
  expect(() => parsedAnswer('dags.list', many)).toThrow(refused);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
  const some = answer(listOf(Array.from({ length: count / 2 }, () => value).join()));
  expect(parsedAnswer('dags.list', some).items).toEqual([]);
});

test('an answer that is nested too deeply is no data', () => {
  const deep = answer(listOf('['.repeat(100_000) + ']'.repeat(100_000)));
  expect(() => parsedAnswer('dags.list', deep)).toThrow(
    expect.objectContaining({ code: 'UPSTREAM_INVALID' }),
  );
});
