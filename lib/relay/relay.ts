// The relay put together: settings, the ways to the indexes, what is remembered. One in a process (singleton.ts).
// Here the effects come in: environment, fetch, clock. Everything else takes them as parameters.
import { join } from 'node:path';
import { readRelayEnv, type RelayEnv } from './env';
import { createRelayLog, type RelayLog } from './log';
import { createChannels, type Channels } from './stream/channels';
import { STREAM_LIMITS } from './stream/limits';
import { createStreamMetrics, type StreamMetrics } from './stream/metrics';
import { createRingBudget, type RingBudget } from './stream/ring';
import { createNetwork, type Network } from './upstream/network';
import { createOwnRequests, type OwnRequestCounts } from './upstream/own-requests';
import { createRateLimit, type RateLimit } from '@/lib/limits/rate-limit';
import { createKeyDerivation, type DeriveKey } from './session/recovery';
import { createRevokedIds, type RevokedIds } from './session/revoked-ids';
import { createSessionCookies, type ReadSessionCookies } from './session/session-cookie';
import { onceInProcess } from './singleton';

const GUESS_WINDOW_MS = 15 * 60_000;

export interface Relay {
  env: RelayEnv;
  networks: ReadonlyMap<string, Network>;
  channels: Channels;
  streamMetrics: StreamMetrics;
  ringBudget: RingBudget;
  limits: RateLimit;
  /** Wrong access passwords and attempts to open a recovery file. */
  guesses: RateLimit;
  sessionCookies: ReadSessionCookies;
  revoked: RevokedIds;
  deriveKey: DeriveKey;
  own: OwnRequestCounts;
  log: RelayLog;
  now: () => number;
}

function createRelay(): Relay {
  const env = readRelayEnv();
  const now = () => Date.now();
  const log = createRelayLog(env.logLevel);
  const own = createOwnRequests(now);
  const networks = new Map(
    env.networks.map((one) => [
      one.name,
      createNetwork(one, {
        fetch: (...args) => fetch(...args),
        now,
        onAnswer: () => channels.reconnectNow(one.name),
        onAsked(facts, key) {
          log.asked({ network: one.name, ...facts });
          if (key !== undefined) own.note(one.name, key, facts);
        },
      }),
    ]),
  );
  const streamMetrics = createStreamMetrics();
  const ringBudget = createRingBudget(STREAM_LIMITS.allRingsBytes);
  const channels: Channels = createChannels({
    ...{ env, log, metrics: streamMetrics, budget: ringBudget },
    random: Math.random,
  });
  const revoked = createRevokedIds(join(env.dataDir, 'revoked-sessions'), now);
  const sessionCookies = createSessionCookies({
    secrets: env.sessionSecrets,
    revoked,
    steadyNow: () => performance.now(),
  });
  return {
    ...{ env, networks, channels, streamMetrics, ringBudget, revoked, sessionCookies, own, log, now },
    limits: createRateLimit({ now }),
    guesses: createRateLimit({ now, windowMs: GUESS_WINDOW_MS }),
    deriveKey: createKeyDerivation(),
  };
}

/** The relay of this process. Throws the list of faults when the settings are wrong. */
export function theRelay(): Relay {
  return onceInProcess('relay', createRelay);
}
