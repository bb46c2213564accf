// The relay put together: settings, the way to the index, what is remembered. One in a process (singleton.ts).
// Here the effects come in: environment, fetch, clock. Everything else takes them as parameters.
import { createIndexInfo, type IndexInfo } from './index-info';
import { readRelayEnv, type RelayEnv } from './env';
import { createKindsCheck, type KindsCheck } from './kinds-check';
import { createRelayLog, type RelayLog } from './log';
import { createIndexHubs, createRingPool } from './index-hubs';
import type { FramePool } from './hub/frame-pool';
import type { Hubs } from './hub/hubs';
import { createTally, type Tally } from './hub/tally';
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
  /** What the hubs count and hold, for /metrics. */
  tally: Tally;
  pool: FramePool;
  log: RelayLog;
  now: () => number;
}

function createRelay(): Relay {
  const env = readRelayEnv();
  const now = () => Date.now();
  // A clock that is never set: what is remembered for minutes must not last for days.
  const monotonic = () => performance.now();
  const upstream = createUpstream({
    baseUrl: env.indexUrl,
    fetch: (...args) => fetch(...args),
    onAnswer: () => hubs.hurry(),
  });
  let eventsSeen = 0;
  const reads = createReads({ upstream, now: monotonic, eventsSeen: () => eventsSeen });
  const index = createIndexInfo(upstream, now);
  const kinds = createKindsCheck(upstream, monotonic);
  const log = createRelayLog();
  const tally = createTally();
  const pool = createRingPool();
  const hubs: Hubs = createIndexHubs({
    env,
    upstream,
    index,
    log,
    tally,
    pool,
    random: Math.random,
    onEvents: () => (eventsSeen += 1),
  });
  return { env, upstream, reads, index, kinds, hubs, tally, pool, log, now };
}

/** The relay of this process. Throws the list of faults when the settings are wrong. */
export function theRelay(): Relay {
  return onceInProcess('relay', createRelay);
}
