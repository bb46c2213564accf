import { expect, test } from 'vitest';
import { defectOf, type Feed } from './feed-over-http2';

const feed = (ids: number[], wrong = 0): Feed => ({
  ids,
  start: () => 2,
  wrong: () => wrong,
  connections: () => 1,
  stop: () => undefined,
});

test('a feed holds every event of the log after its start, once and in order, and no other', () => {
  const log = [1, 2, 3, 5];
  expect(defectOf(feed([3, 5]), log)).toBeUndefined();
  expect(defectOf(feed([]), [1, 2])).toBeUndefined();
  expect(defectOf(feed([5]), log)).toContain('1 (3) missing');
  expect(defectOf(feed([3, 4, 5]), log)).toContain('1 (4) not in the log');
  expect(defectOf(feed([3, 5], 1), log)).toContain('1 out of order');
  expect(defectOf({ ...feed([3, 5]), start: () => undefined }, log)).toBe('never opened');
});
