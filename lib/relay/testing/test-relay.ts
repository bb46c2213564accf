// A relay as in the product, but for one index, with settings and limits of the test. Its log is collected, and a bug it logs fails the test.
import { createRateLimit } from '@/lib/limits/rate-limit';
import type { RelayEnv } from '@/lib/relay/env';
import { REQUEST_LIMITS } from '@/lib/relay/limits';
import { joinReplicas } from '@/lib/relay/redis/replicas';
import type { SharedRateLimit } from '@/lib/relay/redis/shared-limits';
import type { Relay } from '@/lib/relay/relay';
import { createKeyDerivation } from '@/lib/relay/session/recovery';
import { createRevokedIds } from '@/lib/relay/session/revoked-ids';
import { createSessionCookies } from '@/lib/relay/session/session-cookie';
import { createChannels } from '@/lib/relay/stream/channels';
import { STREAM_LIMITS, type StreamLimits } from '@/lib/relay/stream/limits';
import { createStreamMetrics } from '@/lib/relay/stream/metrics';
import { createRingBudget } from '@/lib/relay/stream/ring';
import { createNetwork } from '@/lib/relay/upstream/network-client';
import { createRequestCounts } from '@/lib/relay/upstream/request-counts';
import { systemClock } from '@/lib/time/clock';

export const SECRETS = ['s'.repeat(32)];

export interface LogLine {
  what: string;
  facts: Record<string, string | number | null>;
}

export interface TestRelayOptions {
  env?: Partial<RelayEnv> | undefined;
  limits?: Partial<StreamLimits> | undefined;
  /** Reads the stream for every session. */
  streamKey?: string | undefined;
  random?: () => number;
  redisUrl?: string | undefined;
  /** Of a read. */
  timeoutMs?: number;
}

export function createTestRelay(indexUrl: string, options: TestRelayOptions = {}) {
  const lines: LogLine[] = [];
  const now = () => Date.now();
  const { streamKey, redisUrl, timeoutMs = 2_000 } = options;
  // Short waits between attempts keep tests fast.
  const { random = () => 0.05 } = options;
  const network = createNetwork(
    { name: 'index', url: indexUrl, operatorKey: undefined, streamKey },
    { fetch, now, timeoutMs, onHeaders: () => channels.reconnectNow('index') },
  );
  // Other settings are read when the process starts only.
  const env = {
    networks: [network.env],
    SESSION_SECRET: SECRETS,
    ACCESS_PASSWORD: undefined,
    ACCESS_PASSWORD_FOR: 'everything',
    KEY_REVEAL: 'never',
    SIGN_INS_PER_ADDRESS: 20,
    READS_PER_SESSION: 1_000_000,
    READS_PER_ADDRESS: 1_000_000,
    STREAMS_PER_SESSION: 20_000,
    STREAMS_PER_ADDRESS: 20_000,
    CLAIM_PATH: '/onboarding/keys',
    CLAIM_FIELDS: { email: 'email', scopes: 'scopes', handle: 'handle' },
    ...options.env,
  } as RelayEnv;
  const log: Relay['log'] = {
    unforeseen(error) {
      throw error;
    },
    upstream: () => undefined,
    indexRequest: () => undefined,
    webhook: () => undefined,
    stream: (what, facts) => void lines.push({ what, facts }),
  };
  const limits = { ...STREAM_LIMITS, gatherMs: 20, batchMs: 10, ...options.limits };
  const replicas =
    redisUrl === undefined
      ? undefined
      : joinReplicas(redisUrl, { secret: SECRETS[0] ?? '', clock: systemClock, limits, log: log.stream });
  const localRevoked = createRevokedIds(undefined, now);
  const revoked = replicas?.revokedIds(localRevoked) ?? localRevoked;
  const streamMetrics = createStreamMetrics();
  const ringBudget = createRingBudget(limits.allRingsBytes);
  const channels = createChannels({
    env,
    log,
    metrics: streamMetrics,
    budget: ringBudget,
    random,
    limits,
    replicas,
  });
  function limiter(prefix: string, windowMs: number): SharedRateLimit {
    const local = createRateLimit({ now, windowMs });
    return replicas?.rateLimit(local, { prefix, windowMs }) ?? local;
  }
  const relay: Relay = {
    env,
    networks: new Map([[network.name, network]]),
    replicas,
    channels,
    webhooks: undefined,
    streamMetrics,
    ringBudget,
    revoked,
    sessionCookies: createSessionCookies({
      secrets: env.SESSION_SECRET,
      revoked,
      steadyNow: () => performance.now(),
    }),
    requestCounts: createRequestCounts(now),
    log,
    now,
    limits: limiter('limit', REQUEST_LIMITS.rateWindowMs),
    guesses: limiter('guess', REQUEST_LIMITS.guessWindowMs),
    deriveKey: createKeyDerivation(),
  };
  return {
    relay,
    /** Changes of the stream's connections. */
    lines,
    stop: () => {
      channels.stop();
      replicas?.close();
    },
  };
}
