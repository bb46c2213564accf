import { beforeEach, describe, expect, it } from 'vitest';
import { createRateLimit, type RateLimit } from './rate-limit';

let at = 0;
let limit: RateLimit;
beforeEach(() => {
  at = 1_000_000;
  limit = createRateLimit({ now: () => at, maxKeys: 100 });
});
const spend = (key: string, times: number, most: number) => {
  for (let count = 0; count < times; count += 1) limit.take(key, most);
};

describe('rate limit', () => {
  it('refuses what exceeds the limit, says when to retry, and starts afresh after the window', () => {
    expect(limit.take('a', 2)).toEqual({
      'ratelimit-limit': '2',
      'ratelimit-remaining': '1',
      'ratelimit-reset': '60',
    });
    limit.take('a', 2);
    at += 20_000;
    expect(() => limit.take('a', 2)).toThrow(
      expect.objectContaining({
        status: 429,
        headers: {
          'ratelimit-limit': '2',
          'ratelimit-remaining': '0',
          'ratelimit-reset': '40',
          'retry-after': '40',
        },
      }),
    );
    limit.take('b', 2);
    at += 40_000;
    expect(limit.take('a', 2)['ratelimit-remaining']).toBe('1');
  });

  it('lets everybody in again when the clock jumps back', () => {
    spend('c', 3, 3);
    at -= 10_000_000;
    limit.take('c', 3);
  });

  it('gives a request back, but never more than were counted', () => {
    spend('d', 2, 2);
    limit.giveBack('d');
    limit.take('d', 2);
    expect(() => limit.take('d', 2)).toThrow('too many requests');
    for (let count = 0; count < 5; count += 1) limit.giveBack('d');
    limit.giveBack('never counted');
    spend('d', 2, 2);
    expect(() => limit.take('d', 2)).toThrow('too many requests');
  });

  it('keeps a counter through a flood of other keys', () => {
    spend('victim', 5, 5);
    for (let count = 0; count < 5_000; count += 1) {
      try {
        limit.take(`flood ${count}`, 5);
      } catch {
        // The flood shares counters and runs into their limit.
      }
    }
    expect(() => limit.take('victim', 5)).toThrow('too many requests');
  });

  it('serves new keys beyond its capacity from shared counters, and recovers after the window', () => {
    spend('known', 1, 100);
    for (let count = 0; count < 5_000; count += 1) limit.take(`many ${count}`, 100);
    expect(limit.take('known', 100)['ratelimit-remaining']).toBe('98');
    at += 60_000;
    expect(limit.take('many 4999', 100)['ratelimit-remaining']).toBe('99');
  });
});
