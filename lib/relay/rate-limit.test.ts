import { describe, expect, it } from 'vitest';
import { createRateLimit } from './rate-limit';

describe('a limit a minute', () => {
  let at = 0;
  const limit = createRateLimit(() => at);

  it('refuses what is beyond it, with the time to wait, and forgives after the minute', () => {
    at = 1_000_000;
    limit.take('a', 2);
    limit.take('a', 2);
    at += 20_000;
    expect(() => limit.take('a', 2)).toThrow(
      expect.objectContaining({ status: 429, headers: { 'Retry-After': '40' } }),
    );
    limit.take('b', 2);
    at += 40_000;
    limit.take('a', 2);
  });

  it('does not lock anybody out when the clock jumps back', () => {
    for (let count = 0; count < 3; count += 1) limit.take('c', 3);
    at -= 10_000_000;
    limit.take('c', 3);
  });

  it('keeps a bounded number of names', () => {
    limit.take('first', 1);
    for (let count = 0; count < 25_000; count += 1) limit.take(`flood ${count}`, 1);
    // Forgotten with the flood: a place in memory, not a door that stays shut.
    limit.take('first', 1);
    expect(() => limit.take('flood 24999', 1)).toThrow('too many requests');
  });

  it('lets a thing be done once', () => {
    limit.once('x');
    expect(() => limit.once('x')).toThrow('once only');
  });
});
