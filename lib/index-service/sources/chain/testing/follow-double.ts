// Indexes that follow doubles of a node, and what their logs must say.
import { canonicalJson } from '@/lib/index-service/log/log-entry';
import type { EventLine } from '@/lib/index-service/log/recorded-line';
import { openMemoryIndex, type MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { simulatedLines } from '@/lib/index-service/testing/simulated-lines';
import { parseJson } from '@/lib/json/exact';
import { systemClock } from '@/lib/time/clock';
import { openChain, type ChainSourceOptions } from '@/lib/index-service/sources/chain/chain-source';
import { deployments, type Deployment } from '@/lib/index-service/sources/chain/packages';
import { asOnChain, checkpointsOf } from './chain-of';
import { nodeEvent } from './node-json';
import { startNodeDouble, type DoubleCheckpoint, type NodeDouble } from './node-double';

export const CHAIN_ID = '4btiuiMPvEENsttpZC7CZ53DruC3MAgfznDbASZ7DR6S';
export const network: Deployment = {
  ...(deployments[0] as Deployment),
  name: 'double',
  chainId: CHAIN_ID,
  from: 1_000n,
};
export const LINES = simulatedLines('chain', 200).filter((line) => !('snapshot' in line)) as EventLine[];
export const CHECKPOINTS = checkpointsOf(LINES, network.from, (line) =>
  nodeEvent(network, line.kind, line.payload),
);
export const HALF = Math.floor(CHECKPOINTS.length / 2);
const closing: (() => Promise<unknown>)[] = [];
/** Stops and closes what a test opened. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

export async function node(
  options: Parameters<typeof startNodeDouble>[1] = {},
  checkpoints: readonly DoubleCheckpoint[] = CHECKPOINTS,
): Promise<NodeDouble> {
  const double = await startNodeDouble(checkpoints, { chainId: CHAIN_ID, floor: 1_000n, ...options });
  closing.push(() => double.close());
  return double;
}

export async function emptyIndex(): Promise<MemoryIndex> {
  const index = await openMemoryIndex();
  closing.push(() => index.close());
  return index;
}

/** Follows until stopped; `failed` is the error that ended it. */
export async function follow(
  { db, log }: MemoryIndex,
  double: NodeDouble,
  more: Partial<ChainSourceOptions> & { token?: string } = {},
) {
  const stopping = new AbortController();
  const reported: string[] = [];
  const logged: Record<string, unknown>[] = [];
  const source = await openChain({
    db,
    log,
    clock: systemClock,
    signal: stopping.signal,
    errors: { error: (fields, message) => void logged.push({ ...fields, message }) },
    report: (message) => void reported.push(message),
    node: { url: double.url, token: more.token, tokenHeader: 'x-token' },
    history: undefined,
    from: undefined,
    deployment: network,
    ...more,
    limits: { retry: { firstMs: 1, longestMs: 5, jitter: 0 }, silenceMs: 10_000, ...more.limits },
  });
  const seeded = source.seed();
  const done = seeded.then(() => source.live());
  done.catch(() => undefined);
  const stop = async () => {
    stopping.abort();
    await done.catch(() => undefined);
  };
  closing.push(stop);
  return { seeded, done, stop, reported, logged, status: () => source.status() };
}

/** The events of the log, as recorded. */
export async function stored({ db }: MemoryIndex): Promise<string[]> {
  const rows = await db.query<Record<string, unknown>>(
    `select kind, tx_digest, event_index, sender_address, onchain_at, payload from log_entries where tx_digest is not null order by id`,
  );
  return rows.map(({ payload, onchain_at, ...row }) =>
    canonicalJson({
      ...row,
      onchain_at: new Date(String(onchain_at)).toISOString(),
      payload: parseJson(String(payload)),
    }),
  );
}

const expected = (lines: readonly EventLine[]) =>
  lines
    .map(asOnChain)
    .map(({ kind, tx_digest, event_index = 0, sender_address, onchain_at, payload }) =>
      canonicalJson({ kind, tx_digest, event_index, sender_address, onchain_at, payload }),
    );
export const ALL = expected(LINES);
