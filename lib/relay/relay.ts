// The relay put together: settings, the way to the index, what is remembered. One in a process (singleton.ts).
// Here the effects come in: environment, fetch, clock. Everything else takes them as parameters.
import { createIndexInfo, type IndexInfo } from './index-info';
import { readRelayEnv, type RelayEnv } from './env';
import { createKindsCheck, type KindsCheck } from './kinds-check';
import { createRelayLog, type RelayLog } from './log';
import { createIndexHubs } from './index-hubs';
import type { Hubs } from './hub/hubs';
import { createReads, type Reads } from './reads';
import { onceInProcess } from './singleton';
import { createUpstream, type Upstream } from './upstream';

export interface Relay {
  env: RelayEnv;
  upstream: Upstream;
  reads: Reads;
  index: IndexInfo;
  kinds: KindsCheck;
  hubs: Hubs;
  log: RelayLog;
  now: () => number;
}

function createRelay(): Relay {
  const env = readRelayEnv();
  const now = () => Date.now();
  const upstream = createUpstream({
    baseUrl: env.indexUrl,
    fetch: (...args) => fetch(...args),
    onAnswer: () => hubs.hurry(),
  });
  let eventsSeen = 0;
  const reads = createReads({ upstream, now, eventsSeen: () => eventsSeen });
  const index = createIndexInfo(upstream, now);
  const kinds = createKindsCheck(upstream, now);
  const log = createRelayLog();
  const hubs: Hubs = createIndexHubs({
    env,
    upstream,
    index,
    log,
    random: Math.random,
    onEvents: () => (eventsSeen += 1),
  });
  return { env, upstream, reads, index, kinds, hubs, log, now };
}

/** The relay of this process. Throws the list of faults when the settings are wrong. */
export function theRelay(): Relay {
  return onceInProcess('relay', createRelay);
}
