// One configured index: its HTTP client, shared reads and limits. Invariant: nothing of one network is used for another.
import type { NetworkEnv } from '@/lib/relay/env';
import { createApiDocument } from './api-document';
import { createIndexInfo } from './index-facts';
import { createReadPauses } from './read-pauses';
import { createReads } from './reads';
import { createUpstream, type UpstreamOptions } from './index-client';

export type Network = ReturnType<typeof createNetwork>;

export function createNetwork(
  env: NetworkEnv,
  options: Pick<UpstreamOptions, 'fetch' | 'timeoutMs' | 'onHeaders' | 'onResponse' | 'share'> & {
    /** Wall clock in milliseconds. */
    now: () => number;
  },
) {
  const { now, onResponse } = options;
  const readPauses = createReadPauses(now);
  const upstream = createUpstream({
    ...options,
    baseUrl: env.url,
    onResponse(facts, key, headers) {
      if (key !== undefined) readPauses.note(key, { status: facts.status, headers });
      onResponse?.(facts, key, headers);
    },
  });
  // Setting the wall clock must not extend what is remembered for minutes.
  const monotonic = () => performance.now();
  let eventsSeen = 0;
  const reads = createReads({
    upstream,
    share: options.share,
    readPauses,
    now: monotonic,
    document: createApiDocument(upstream, monotonic),
    eventsSeen: () => eventsSeen,
  });
  return {
    name: env.name,
    env,
    upstream,
    reads,
    index: createIndexInfo(upstream, now, env.explorer ?? null),
    /** Events arrived from the index: reads in flight are not shared with later callers. */
    noteEvents: () => void (eventsSeen += 1),
    /** The index's log started again. */
    noteReset: () => reads.forget(),
  };
}
