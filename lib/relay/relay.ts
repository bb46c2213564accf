// The relay put together: settings, the ways to the indexes, what is remembered. One in a process (singleton.ts).
// Here the effects come in: environment, fetch, clock. Everything else takes them as parameters.
import { randomUUID } from 'node:crypto';
import { readRelayEnv, type RelayEnv } from './env';
import { createRelayLog, type RelayLog } from './log';
import { createChannels, type Channels } from './stream/channels';
import { STREAM_LIMITS } from './stream/limits';
import { createStreamMetrics, type StreamMetrics } from './stream/metrics';
import { createRingBudget, type RingBudget } from './stream/ring';
import { createNetwork, type Network } from './upstream/network';
import { createOwnRequests, type OwnRequestCounts } from './upstream/own-requests';
import type { Seals } from './session/keyring';
import { createRateLimit, type RateLimit } from '@/lib/limits/rate-limit';
import { createSeals } from './session/seals';
import { createSessionTurns, type SessionTurns } from './session/session-turns';
import { onceInProcess } from './singleton';

export interface Relay {
  env: RelayEnv;
  networks: ReadonlyMap<string, Network>;
  channels: Channels;
  streamMetrics: StreamMetrics;
  ringBudget: RingBudget;
  limits: RateLimit;
  seals: Seals;
  turns: SessionTurns;
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
  const steady = () => performance.now();
  const seals = createSeals(env.sessionSecrets, steady);
  const turns = createSessionTurns(steady, () => randomUUID().slice(0, 13));
  return {
    ...{ env, networks, channels, streamMetrics, ringBudget, seals, turns, own, log, now },
    limits: createRateLimit({ now }),
  };
}

/** The relay of this process. Throws the list of faults when the settings are wrong. */
export function theRelay(): Relay {
  return onceInProcess('relay', createRelay);
}
