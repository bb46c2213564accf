// Rate limits counted in Redis, so that replicas count together; in this process alone while Redis is away or slow.
import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import {
  rateLimited,
  rateLimitHeaders,
  type RateLimit,
  type RateLimitHeaders,
} from '@/lib/limits/rate-limit';
import { KEY_PREFIX, type Redis } from './connection';

const SLOW_MS = 250;

/** A `RateLimit` whose counters may be elsewhere. */
export interface SharedRateLimit {
  take(key: string, limit: number): RateLimitHeaders | Promise<RateLimitHeaders>;
  giveBack(key: string): void | Promise<void>;
}

/** `local` counts while Redis cannot. `windowMs` is that of `local`, in whole seconds. `nameOf`: a key's name in Redis, from which it cannot be guessed. */
export function createSharedRateLimit(
  redis: Redis,
  local: RateLimit,
  { prefix, windowMs, nameOf }: { prefix: string; windowMs: number; nameOf: (key: string) => string },
): SharedRateLimit {
  const limiter = new RateLimiterRedis({
    storeClient: redis.client,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    // It only counts: limits differ from one caller to the next.
    keyPrefix: KEY_PREFIX + prefix,
    points: Number.MAX_SAFE_INTEGER,
    duration: windowMs / 1000,
  });

  /** Undefined: Redis cannot say. */
  async function ask(how: 'consume' | 'reward', key: string) {
    if (!redis.client.isReady) return undefined;
    const answer = limiter[how](nameOf(key)).catch(() => undefined);
    return Promise.race([answer, sleep(SLOW_MS, undefined, { ref: false })]);
  }

  return {
    async take(key, limit) {
      const used = await ask('consume', key);
      if (used === undefined) return local.take(key, limit);
      if (used.consumedPoints > limit) throw rateLimited(limit, used.msBeforeNext);
      return rateLimitHeaders(limit, used.consumedPoints, used.msBeforeNext);
    },
    async giveBack(key) {
      if ((await ask('reward', key)) === undefined) local.giveBack(key);
    },
  };
}
