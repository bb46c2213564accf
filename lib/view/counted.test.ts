import { expect, it } from 'vitest';
import { counted } from './counted';

it.each([
  [0, '0 events'],
  [1, '1 event'],
  [1n, '1 event'],
  [1204, '1,204 events'],
])('%s', (count, words) => expect(counted(count, 'event')).toBe(words));

it('knows words of another form', () => {
  expect(counted(2, 'vertex', 'vertices')).toBe('2 vertices');
});
