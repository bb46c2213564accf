// What the index says of itself at GET /, remembered for a few seconds: every page asks for it. Invariant: a failure is "unknown", never an error,
// and is not remembered for long; a hosted index need not have this row at all.
import type { IndexState } from '@/lib/contract/session';
import { serviceInfo } from '@/lib/contract/service';
import type { Upstream } from './upstream';

const FRESH_MS = 5_000;
const FRESH_AFTER_FAILURE_MS = 1_000;

export interface IndexInfo {
  /** As remembered, at most 5 s old. */
  get(): Promise<IndexState>;
  /** Asked now, e.g. before a stream is resumed. */
  fresh(): Promise<IndexState>;
}

export function createIndexInfo(upstream: Upstream, now: () => number): IndexInfo {
  let known: { at: number; state: IndexState } | undefined;
  let asking: Promise<IndexState> | undefined;

  async function ask(): Promise<IndexState> {
    const nothing = { name: null, release: null, network: null, simulated: null, log_id: null };
    try {
      const { body, status } = await upstream.read({ path: '/' });
      const parsed = serviceInfo.safeParse(status === 200 ? body : undefined);
      if (!parsed.success) return { host: upstream.host, reachable: true, ...nothing };
      const { name, release, network } = parsed.data;
      return {
        host: upstream.host,
        reachable: true,
        name: name ?? null,
        release: release ?? null,
        network: network?.name ?? null,
        simulated: network?.simulated ?? null,
        log_id: network?.log_id ?? null,
      };
    } catch {
      return { host: upstream.host, reachable: false, ...nothing };
    }
  }

  function fresh(): Promise<IndexState> {
    asking ??= ask()
      .then((state) => {
        known = { at: now(), state };
        return state;
      })
      .finally(() => (asking = undefined));
    return asking;
  }

  return {
    fresh,
    async get() {
      const limit = known?.state.reachable === false ? FRESH_AFTER_FAILURE_MS : FRESH_MS;
      return known !== undefined && now() - known.at < limit ? known.state : fresh();
    },
  };
}
