import { expect, test } from 'vitest';
import { pageBefore, parsePageHistory, withPage } from './page-history';

const LIST = '["dags.list",{},{}]';

test('the previous page is the one that led here, and is unknown for a page opened from a link', () => {
  const second = withPage({}, LIST, { token: 'abc=', before: null });
  const third = withPage(second, LIST, { token: '7', before: 'abc=' });
  expect(pageBefore(third, LIST, '7')).toBe('abc=');
  expect(pageBefore(third, LIST, 'abc=')).toBeNull();
  expect(pageBefore(third, LIST, '8')).toBeUndefined();
  expect(pageBefore(third, '["tools.list",{},{}]', '7')).toBeUndefined();
});

test('the number of entries is bounded, and stored text is not trusted', () => {
  let history = {};
  for (let page = 0; page < 600; page += 1)
    history = withPage(history, LIST, { token: `t${page}`, before: null });
  expect(Object.keys(history)).toHaveLength(500);
  expect(pageBefore(history, LIST, 't599')).toBeNull();
  expect(parsePageHistory({ a: 1, b: 'x', c: null })).toEqual({ b: 'x', c: null });
  expect(parsePageHistory('x')).toEqual({});
});
