// The hubs over the configured index: where its stream is, how its tip and its log's id are asked. The hub itself knows no HTTP paths.
import { requestPath } from '@/lib/contract/endpoint-url';
import { int64 } from '@/lib/contract/int64';
import * as z from 'zod';
import type { RelayEnv } from '@/lib/relay/env';
import { realClock } from './clock';
import { createFramePool, type FramePool } from './frame-pool';
import { createHub } from './hub';
import { HUB_LIMITS, type HubLimits } from './hub-limits';
import { createHubs, type Hubs } from './hubs';
import type { Tip } from './log-state';
import type { Tally } from './tally';
import { createOpenStream, type OpenStream } from './upstream-stream';
import type { RelayLog } from '@/lib/relay/log';
import type { Network } from '@/lib/relay/upstream/network';
import type { Upstream } from '@/lib/relay/upstream/upstream';

/** All rings together; one ring alone may have 8 MiB. */
const RINGS_BYTES = 32 * 1024 * 1024;

export const createRingPool = (): FramePool => createFramePool(RINGS_BYTES);

/** Of GET /events only the newest id is wanted: a record that does not fit must not stop the stream. */
const newest = z.looseObject({
  items: z.array(z.looseObject({ id: int64 })),
  metadata: z.looseObject({ total_items: z.number() }),
});

/** Where the log ends, by the newest event of the listing. */
export async function readTip(upstream: Upstream, key: string): Promise<Tip> {
  // A page may hold fewer rows than asked for, when some do not decode: a larger one finds the newest that does.
  for (const page_size of ['1', '100']) {
    const answer = await upstream.read({ path: requestPath('events.list', {}, { page_size }), key });
    if (answer.status === 401) return { is: 'refused', reason: 'unauthenticated' };
    if (answer.status === 403) return { is: 'refused', reason: 'missing_scope' };
    const page = newest.safeParse(answer.status === 200 ? answer.body : undefined);
    if (!page.success) return { is: 'unknown' };
    const first = page.data.items[0];
    if (first !== undefined) return { is: 'known', id: first.id };
    if (page.data.metadata.total_items === 0) break;
  }
  return { is: 'known', id: 0n };
}

/** The same streams, with a word to `onEvents` before frames go on. */
function telling(open: OpenStream, onEvents: () => void): OpenStream {
  return (cursor, handlers) =>
    open(cursor, {
      ...handlers,
      onFrames(frames) {
        onEvents();
        handlers.onFrames(frames);
      },
    });
}

export function createIndexHubs(parts: {
  env: Pick<RelayEnv, 'streamsPerSession' | 'streamsPerAddress'>;
  networks: ReadonlyMap<string, Network>;
  log: Pick<RelayLog, 'stream'>;
  tally: Tally;
  pool: FramePool;
  random: () => number;
  limits?: HubLimits;
}): Hubs {
  const { env, networks, log, pool, random, tally, limits = HUB_LIMITS } = parts;
  const { headersMs, silenceMs } = limits;
  return createHubs({
    perSession: env.streamsPerSession,
    perAddress: env.streamsPerAddress,
    random,
    makeHub({ network: name, key }, onForgotten) {
      const network = networks.get(name);
      if (network === undefined) throw new Error(`there is no network ${name}`);
      const { upstream, index } = network;
      const url = `${network.env.url}${requestPath('events.stream', {})}`;
      const open = createOpenStream({ url, key, headersMs, silenceMs, clock: realClock });
      return createHub({
        open: telling(open, network.noteEvents),
        log: {
          tip: () => readTip(upstream, key).catch((): Tip => ({ is: 'unknown' })),
          logId: async () => (await index.fresh()).log_id,
        },
        clock: realClock,
        random,
        limits,
        pool,
        tally,
        onForgotten,
        onTurn: (what, facts) =>
          log.stream(what, { network: name, key_id: key.split('.')[0] ?? '', ...facts }),
      });
    },
  });
}
