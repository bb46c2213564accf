import { expect, test } from 'vitest';
import { absentTools } from './contract-queries';

const page = (next_token: string | null) => ({ items: [{ fqn: 'known' }], metadata: { next_token } });

test('a tool that a complete list lacks needs no read', () => {
  expect(absentTools(['known', 'other'], page(null))).toEqual(['other']);
});

test('nothing is known to be absent from a page of several, or without a list', () => {
  expect(absentTools(['known', 'other'], page('more'))).toEqual([]);
  expect(absentTools(['known', 'other'], undefined)).toEqual([]);
});
