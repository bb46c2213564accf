// Puts the relay together, once per process. Effects enter here: environment, fetch, clock; everything else takes them as parameters.
import { join } from 'node:path';
import { parseRelayEnv } from './env';
import { ANSWER_LIMITS, REQUEST_LIMITS } from './limits';
import { createRelayLog } from './log';
import { joinReplicas } from './redis/replicas';
import type { SharedRateLimit } from './redis/shared-limits';
import { createChannels, type Channels } from './stream/channels';
import { STREAM_LIMITS } from './stream/limits';
import { systemClock } from '@/lib/time/clock';
import { createStreamMetrics } from './stream/metrics';
import { createRingBudget } from './stream/ring';
import { createAnswerBudget } from './upstream/answer-budget';
import { createNetwork } from './upstream/network-client';
import { createRequestCounts } from './upstream/request-counts';
import { createRateLimit } from '@/lib/limits/rate-limit';
import { createKeyDerivation } from './session/recovery';
import { createRevokedIds } from './session/revoked-ids';
import { createSessionCookies } from './session/session-cookie';
import { onceInProcess } from './singleton';
import { createWebhooks } from './webhooks/webhooks';

export type Relay = ReturnType<typeof createRelay>;

function createRelay() {
  // Before Next replaces it with one that traces and caches.
  const { fetch } = globalThis;
  const env = parseRelayEnv();
  const now = () => Date.now();
  const log = createRelayLog(env.LOG_LEVEL);
  const requestCounts = createRequestCounts(now);
  const answerBudget = createAnswerBudget(ANSWER_LIMITS);
  const networks = new Map(
    env.networks.map((network) => [
      network.name,
      createNetwork(network, {
        fetch,
        now,
        share: answerBudget.share(),
        onHeaders: () => channels.reconnectNow(network.name),
        onResponse(facts, key) {
          log.indexRequest({ network: network.name, ...facts });
          if (key !== undefined) requestCounts.note(network.name, key, facts);
        },
      }),
    ]),
  );
  const streamMetrics = createStreamMetrics();
  const ringBudget = createRingBudget(STREAM_LIMITS.allRingsBytes);
  const replicas =
    env.REDIS_URL === undefined
      ? undefined
      : joinReplicas(env.REDIS_URL, {
          secret: env.SESSION_SECRET[0] ?? '',
          clock: systemClock,
          limits: STREAM_LIMITS,
          log: (what, facts) => log.stream(what, facts),
        });
  const channels: Channels = createChannels({
    env,
    log,
    metrics: streamMetrics,
    budget: ringBudget,
    random: Math.random,
    replicas,
  });
  const webhooks = createWebhooks({
    env,
    networks,
    channels,
    log,
    clock: systemClock,
    random: Math.random,
    fetch,
  });
  const localRevoked = createRevokedIds(join(env.DATA_DIR, 'revoked-sessions'), now);
  const revoked = replicas?.revokedIds(localRevoked) ?? localRevoked;
  function limiter(prefix: string, windowMs: number): SharedRateLimit {
    const local = createRateLimit({ now, windowMs });
    return replicas?.rateLimit(local, { prefix, windowMs }) ?? local;
  }
  const sessionCookies = createSessionCookies({
    secrets: env.SESSION_SECRET,
    revoked,
    steadyNow: () => performance.now(),
  });
  return {
    env,
    networks,
    replicas,
    channels,
    webhooks,
    streamMetrics,
    ringBudget,
    revoked,
    sessionCookies,
    requestCounts,
    log,
    now,
    limits: limiter('limit', REQUEST_LIMITS.rateWindowMs),
    /** Wrong access passwords and attempts to open a recovery file. */
    guesses: limiter('guess', REQUEST_LIMITS.guessWindowMs),
    deriveKey: createKeyDerivation(),
  };
}

/** Throws the list of errors when the settings are wrong. */
export function theRelay(): Relay {
  return onceInProcess('relay', createRelay);
}
