// Rate limits counted in Redis, so that replicas count together; in this process alone while Redis is away or slow.
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import {
  rateLimited,
  rateLimitHeaders,
  type RateLimit,
  type RateLimitHeaders,
} from '@/lib/limits/rate-limit';
import { hashOf } from '@/lib/relay/bounded-map';
import type { Redis } from './connection';

const SLOW_MS = 250;

/** A `RateLimit` whose counters may be elsewhere. */
export interface SharedRateLimit {
  take(key: string, limit: number): RateLimitHeaders | Promise<RateLimitHeaders>;
  check(key: string, limit: number): void | Promise<void>;
}

async function inTime<Value>(answer: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis is slow')), SLOW_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** `local` counts while Redis cannot. `windowMs` is that of `local`, in whole seconds. */
export function createSharedRateLimit(
  redis: Redis,
  local: RateLimit,
  { prefix, windowMs }: { prefix: string; windowMs: number },
): SharedRateLimit {
  const limiters = new Map<number, RateLimiterRedis>();

  function limiterOf(points: number): RateLimiterRedis | undefined {
    if (!redis.isReady()) return undefined;
    const known = limiters.get(points);
    if (known !== undefined) return known;
    const limiter = new RateLimiterRedis({
      ...{ storeClient: redis.client, useRedisPackage: true, rejectIfRedisNotReady: true },
      ...{ keyPrefix: `dagscope:${prefix}`, points, duration: windowMs / 1000 },
    });
    limiters.set(points, limiter);
    return limiter;
  }

  return {
    async take(key, limit) {
      const limiter = limiterOf(limit);
      if (limiter === undefined) return local.take(key, limit);
      try {
        // Addresses and sessions are not written down elsewhere.
        const { consumedPoints, msBeforeNext } = await inTime(limiter.consume(hashOf(key)));
        return rateLimitHeaders(limit, consumedPoints, msBeforeNext);
      } catch (error) {
        if (error instanceof RateLimiterRes) throw rateLimited(limit, error.msBeforeNext);
        return local.take(key, limit);
      }
    },
    async check(key, limit) {
      const limiter = limiterOf(limit);
      if (limiter === undefined) return local.check(key, limit);
      const used = await inTime(limiter.get(hashOf(key))).catch(() => undefined);
      if (used === undefined) return local.check(key, limit);
      if (used !== null && used.consumedPoints >= limit) throw rateLimited(limit, used.msBeforeNext);
    },
  };
}
