// One index that this console reads: the way to it and what is remembered of it. Invariant: nothing of one network is ever used for another;
// which networks there are is the environment's word (env.ts), a browser only chooses among their names.
import type { NetworkEnv } from '@/lib/relay/env';
import { createIndexInfo, type IndexInfo } from './index-info';
import { createKindsCheck, type KindsCheck } from '@/lib/relay/stream/kinds-check';
import { createReads, type Reads } from './reads';
import { createUpstream, type Upstream } from './upstream';

export interface Network {
  name: string;
  env: NetworkEnv;
  upstream: Upstream;
  reads: Reads;
  index: IndexInfo;
  kinds: KindsCheck;
  /** Events have come from the index; nobody has been given them yet. */
  noteEvents: () => void;
}

export function createNetwork(
  env: NetworkEnv,
  parts: {
    fetch: typeof globalThis.fetch;
    now: () => number;
    timeoutMs?: number;
    onAnswer?: () => void;
    onAsked?: Parameters<typeof createUpstream>[0]['onAsked'];
  },
): Network {
  const { now, ...way } = parts;
  const upstream = createUpstream({ baseUrl: env.url, ...way });
  // A clock that is never set: what is remembered for minutes must not last for days.
  const monotonic = () => performance.now();
  let eventsSeen = 0;
  return {
    name: env.name,
    env,
    upstream,
    reads: createReads({ upstream, now: monotonic, eventsSeen: () => eventsSeen }),
    index: createIndexInfo(upstream, now),
    kinds: createKindsCheck(upstream, monotonic),
    noteEvents: () => void (eventsSeen += 1),
  };
}
