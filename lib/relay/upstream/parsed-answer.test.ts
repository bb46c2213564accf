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
