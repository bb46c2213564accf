import { expect, test } from 'vitest';
import { backoffMs } from './backoff';

const LIMITS = { firstMs: 250, longestMs: 30_000, jitter: 1 };
const first = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test('doubles up to the limit', () => {
  const waits = first(9).map((failures) => backoffMs(LIMITS, failures, () => 1));
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 16000, 30000, 30000]);
  expect(backoffMs(LIMITS, 5_000, () => 1)).toBe(30_000);
});

test('is spread over the whole interval', () => {
  let seed = 1;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const waits = Array.from({ length: 400 }, () => backoffMs(LIMITS, 8, random));
  for (let tenth = 0; tenth < 10; tenth += 1)
    expect(waits.filter((wait) => Math.floor(wait / 3000) === tenth).length).toBeGreaterThan(15);
});

test('only the jitter is random', () => {
  const limits = { firstMs: 1_000, longestMs: 4_000, jitter: 0.25 };
  expect(first(4).map((failures) => backoffMs(limits, failures, () => 0))).toEqual([750, 1500, 3000, 3000]);
  expect(first(4).map((failures) => backoffMs(limits, failures, () => 1))).toEqual([1000, 2000, 4000, 4000]);
  expect(backoffMs({ ...limits, jitter: 0 }, 2, Math.random)).toBe(2_000);
});
