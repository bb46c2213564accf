// The console's health. Invariant: answers quickly, with 200 as long as this process serves pages, whatever the index does; names no host,
// key or browser. Unknown is null.
import type { Relay } from './relay';

/** An index that takes longer counts as unknown. */
const TIMEOUT_MS = 1_000;

export interface Health {
  ok: true;
  /** degraded: the index does not respond, or one of its streams is stale. */
  state: 'ready' | 'degraded';
  /** With several networks: whether all are. */
  index_reachable: boolean | null;
  streams: { open: number; upstream: number; stale: number };
}

export async function readHealth(relay: Relay): Promise<Health> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), TIMEOUT_MS);
  });
  const all = Promise.all([...relay.networks.values()].map(({ index }) => index.get()));
  const index_reachable = await Promise.race([
    all.then((states) => states.every(({ reachable }) => reachable)),
    late,
  ]);
  clearTimeout(timer);
  const { channels, streams } = relay.channels.stats();
  const stale = channels.filter(({ state }) => state === 'stale').length;
  return {
    ok: true,
    state: index_reachable === true && stale === 0 ? 'ready' : 'degraded',
    index_reachable,
    streams: { open: streams, upstream: channels.reduce((sum, channel) => sum + channel.upstream, 0), stale },
  };
}
