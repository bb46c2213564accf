import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonDiff } from './json-diff';

test('a change is told by its path, what came and what went too', () => {
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
