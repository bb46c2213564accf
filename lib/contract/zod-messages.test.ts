import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { firstIssue } from './errors';
import { int64, record } from './record';
import { enumParam } from './query-params';

const messageOf = (schema: z.ZodMiniType, value: unknown) => {
  const { error } = schema.safeParse(value);
  return error === undefined ? 'no error' : firstIssue(error);
};

it.each([
  [record({ at: z.string() }), {}, 'at: is missing'],
  [record({ at: z.string() }), { at: null }, 'at: must be string, is null'],
  [record({ of: z.array(z.string()) }), { of: [1] }, 'of.0: must be string, is number'],
  [int64, [], 'must be bigint or number or string, is array'],
  [
    z.union([record({ one: z.string() }), record({ many: z.string() })]),
    { secret: 1 },
    'matches none of its variants',
  ],
  [enumParam(['hour', 'day']), 'secret', 'must be one of hour, day'],
  [z.string().check(z.maxLength(3)), 'secret', 'must be at most 3 characters'],
  [z.string().check(z.maxLength(3, 'is too long')), 'secret', 'is too long'],
])('an error is described without its value', (schema, value, words) => {
  expect(messageOf(schema, value)).toBe(words);
});
