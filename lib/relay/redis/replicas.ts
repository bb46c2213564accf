// What the replicas of a console share over Redis (docs/decisions/024); without it each works on its own, and so does each while Redis is away.
import { createHmac } from 'node:crypto';
import type { RateLimit } from '@/lib/limits/rate-limit';
import type { RevokedIds } from '@/lib/relay/session/revoked-ids';
import type { StreamLimits } from '@/lib/relay/stream/limits';
import type { Clock } from '@/lib/time/clock';
import { connectRedis } from './connection';
import { createSharedRateLimit } from './shared-limits';
import { createSharedRevokedIds } from './shared-revoked-ids';
import { createSharedStreams } from './shared-stream';

export type Replicas = ReturnType<typeof joinReplicas>;

/** `secret`: common to the replicas; without it names in Redis say nothing about keys, addresses and sessions. With another one, limits start again. */
export function joinReplicas(
  url: string,
  options: {
    secret: string;
    clock: Clock;
    limits: StreamLimits;
    log: (message: string, fields: Record<string, string>) => void;
  },
) {
  const { clock, secret } = options;
  const redis = connectRedis(url, (what) => options.log(`redis ${what}`, {}));
  const streams = createSharedStreams({ ...options, redis });
  const hmacOf = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  return {
    streamOf: streams.streamOf,
    /** Names the stream of a key. */
    nameOf: (indexUrl: string, key: string) => hmacOf(`${indexUrl}\n${key}`),
    rateLimit: (local: RateLimit, limit: { prefix: string; windowMs: number }) =>
      createSharedRateLimit(redis, local, { ...limit, nameOf: hmacOf }),
    revokedIds: (local: RevokedIds) => createSharedRevokedIds(redis, local, clock),
    state: () => ({
      redis: redis.client.isReady ? ('connected' as const) : ('away' as const),
      ...streams.roles(),
    }),
    close: () => redis.close(),
  };
}
