import { expect, test } from 'vitest';
import { noGroupReason } from './used-by';

test('a vertex without a group is unknown because of groups left out, or of calls without a time', () => {
  expect(noGroupReason({ left_out: 3 })).toMatch(/not among the vertices/);
  expect(noGroupReason({ left_out: 0 })).toMatch(/no known time/);
});
