import { describe, expect, it } from 'vitest';
import { createBackoff } from './upstream';

const take = (backoff: ReturnType<typeof createBackoff>, count: number, unreachable = false) =>
  Array.from({ length: count }, () => backoff.next({ unreachable }));

describe('back-off', () => {
  it('grows to half a minute, or less while the index is unreachable', () => {
    expect(
      take(
        createBackoff(() => 1),
        9,
      ),
    ).toEqual([250, 500, 1000, 2000, 4000, 8000, 16000, 30000, 30000]);
    expect(
      take(
        createBackoff(() => 1),
        7,
        true,
      ).slice(-2),
    ).toEqual([8000, 8000]);
  });

  it('is spread over the whole interval', () => {
    let seed = 1;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    const waits = Array.from({ length: 400 }, () => take(createBackoff(random), 8).at(-1)!);
    for (let tenth = 0; tenth < 10; tenth += 1)
      expect(waits.filter((wait) => Math.floor(wait / 3000) === tenth).length).toBeGreaterThan(15);
  });

  it('honours Retry-After up to a limit', () => {
    const backoff = createBackoff(() => 0);
    expect(backoff.next({ atLeast: 7_000 })).toBe(7_000);
    expect(backoff.next({ atLeast: 86_400_000 })).toBe(300_000);
  });

  it('starts small again after a stable connection', () => {
    const backoff = createBackoff(() => 1);
    take(backoff, 9);
    backoff.succeeded('progress');
    expect(backoff.next()).toBe(1000);
    backoff.succeeded('stable');
    expect(backoff.next()).toBe(250);
  });
});
