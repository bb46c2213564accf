import { beforeEach, expect, test, vi } from 'vitest';

const load = () => import('./rate-limit');
let rateLimit: Awaited<ReturnType<typeof load>>;
beforeEach(async () => {
  vi.resetModules();
  rateLimit = await load();
});

const limit = (remaining: number, reset: number) =>
  new Headers({
    'ratelimit-limit': '60',
    'ratelimit-remaining': `${remaining}`,
    'ratelimit-reset': `${reset}`,
  });

test.each([
  [31, 20, 0],
  [30, 20, 20_000],
  [5, 3_600, 60_000],
])('with %i of 60 requests remaining for %i s, refreshes wait %i ms', (remaining, reset, waitMs) => {
  expect(rateLimit.limitedForMs(1_000)).toBe(0);
  rateLimit.noteLimit(limit(remaining, reset), 1_000);
  expect(rateLimit.limitedForMs(1_000)).toBe(waitMs);
  expect(rateLimit.limitedForMs(1_000 + reset * 1_000)).toBe(0);
});

test('after a 429 refreshes wait as long as requested, whatever the limit', () => {
  rateLimit.noteRefusal(40_000, 1_000);
  rateLimit.noteLimit(limit(60, 60), 2_000);
  expect(rateLimit.limitedForMs(2_000)).toBe(39_000);
  expect(rateLimit.limitedForMs(41_000)).toBe(0);
});
