// What the index says about itself at GET /, cached for a few seconds because every page asks. Invariant: a failure is `unreachable` or unknown,
// never an error; a hosted index need not provide this endpoint.
import { serviceInfo } from '@/lib/contract/service';
import type { IndexState } from '@/lib/contract/session';
import type { Upstream } from './upstream';

const FRESH_MS = 5_000;
const FRESH_AFTER_FAILURE_MS = 1_000;

export interface IndexInfo {
  /** At most 5 s old. */
  get(): Promise<IndexState>;
  /** Requested now, e.g. before a stream resumes. */
  fresh(): Promise<IndexState>;
}

export function createIndexInfo(upstream: Upstream, now: () => number): IndexInfo {
  let known: { at: number; state: IndexState } | undefined;
  let asking: Promise<IndexState> | undefined;

  async function ask(): Promise<IndexState> {
    const answer = await upstream.read({ path: '/' }).catch(() => undefined);
    const parsed = answer?.status === 200 ? serviceInfo.safeParse(answer.body).data : undefined;
    return {
      host: upstream.host,
      reachable: answer !== undefined,
      name: parsed?.name ?? null,
      release: parsed?.release ?? null,
      network: parsed?.network?.name ?? null,
      simulated: parsed?.network?.simulated ?? null,
      log_id: parsed?.network?.log_id ?? null,
    };
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
