// The relay put together: settings, the way to the index, what is remembered. One in a process (singleton.ts).
// Here the effects come in: environment, fetch, clock. Everything else takes them as parameters.
import { createIndexInfo, type IndexInfo } from './index-info';
import { readRelayEnv, type RelayEnv } from './env';
import { createRelayLog, type RelayLog } from './log';
import { onceInProcess } from './singleton';
import { createUpstream, type Upstream } from './upstream';

export interface Relay {
  env: RelayEnv;
  upstream: Upstream;
  index: IndexInfo;
  log: RelayLog;
  now: () => number;
}

function createRelay(): Relay {
  const env = readRelayEnv();
  const now = () => Date.now();
  const upstream = createUpstream({ baseUrl: env.indexUrl, fetch: (...args) => fetch(...args) });
  return { env, upstream, index: createIndexInfo(upstream, now), log: createRelayLog(), now };
}

/** The relay of this process. Throws the list of faults when the settings are wrong. */
export function theRelay(): Relay {
  return onceInProcess('relay', createRelay);
}
