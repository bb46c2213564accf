// What the relay asks the index besides reads for a browser: what it is, and where its log ends.
// Invariant: no answer is never taken for a negative one.
import * as z from 'zod';
import { ContractError } from '@/lib/contract/errors';
import { requestPath } from '@/lib/contract/endpoint-url';
import { int64 } from '@/lib/contract/record';
import { serviceInfo } from '@/lib/contract/service';
import type { IndexState } from '@/lib/contract/session';
import { ANSWER_BYTES } from '@/lib/relay/limits';
import type { Upstream } from './index-client';

const FRESH_MS = 5_000;
const FRESH_AFTER_FAILURE_MS = 1_000;

/** An answer that is not taken, such as a large web page, is one all the same. */
function saysNothing(error: unknown): { status: number; body?: unknown } | undefined {
  return error instanceof ContractError && error.code === 'UPSTREAM_INVALID' ? { status: 200 } : undefined;
}

type IndexInfo = ReturnType<typeof createIndexInfo>;

/** What the index says about itself at GET /, which a hosted index need not provide: a failure is `unreachable` or unknown, never an error. */
export function createIndexInfo(upstream: Upstream, now: () => number, explorer: string | null) {
  let cached: { until: number; state: IndexState } | undefined;
  let asking: Promise<IndexState> | undefined;

  /** How long an answer is used: an index that starts (503) may say more at any moment. */
  function freshMs(status: number | undefined): number {
    if (status === undefined) return FRESH_AFTER_FAILURE_MS;
    return status >= 500 ? 0 : FRESH_MS;
  }

  async function ask(): Promise<IndexState> {
    const answer = await upstream.read({ path: '/', maxBytes: ANSWER_BYTES.description }).catch(saysNothing);
    const parsed = answer?.status === 200 ? serviceInfo.safeParse(answer.body).data : undefined;
    const state = {
      host: upstream.host,
      reachable: answer !== undefined,
      name: parsed?.name ?? null,
      release: parsed?.release ?? null,
      network: parsed?.network?.name ?? null,
      simulated: parsed?.network?.simulated ?? null,
      log_id: parsed?.network?.log_id ?? null,
      mirror_of: parsed?.network?.mirror_of ?? null,
      behind_ms: parsed?.network?.behind_ms ?? null,
      chain: parsed?.network?.chain ?? null,
      explorer: parsed?.network?.simulated === true ? null : explorer,
    };
    cached = { until: now() + freshMs(answer?.status), state };
    return state;
  }

  /** Requested now, e.g. before a stream resumes. */
  function fresh(): Promise<IndexState> {
    asking ??= ask().finally(() => (asking = undefined));
    return asking;
  }

  return {
    fresh,
    /** At most 5 s old, because every page asks. */
    async get(): Promise<IndexState> {
      return cached !== undefined && now() < cached.until ? cached.state : fresh();
    },
  };
}

type Tip =
  | { is: 'known'; id: bigint }
  /** The index serves this key no history; the stream may still be open to it. */
  | { is: 'unavailable' }
  /** The index did not answer; ask again later. */
  | { is: 'unknown' };

export interface KnownLog {
  /** Null where the index does not name it. */
  id: string | null;
  /** The newest id a listing named; the stream may be further. */
  tip: bigint;
  /** False where the index serves no listing: the log began with a reader's cursor or the first event. */
  listed: boolean;
}

/** What the index has now instead of a known log. */
type Comparison = { is: 'same' | 'renamed' | 'unlisted' | 'unknown' } | { is: 'shorter'; tip: bigint };

export type IndexLog = ReturnType<typeof indexLog>;

/** Statuses with which an index refuses GET /events, or lacks it. */
const NO_HISTORY = new Set([401, 403, 404, 405, 501]);

/** Only the newest id of GET /events matters here: a record of another shape must not stop the stream. */
const newestPage = z.looseObject({
  items: z.array(z.looseObject({ id: int64 })),
  metadata: z.optional(z.looseObject({ next_token: z.unknown() })),
});

/** Where the log ends, and which log it is. An index that does not answer is `unknown`, never the end of an empty log. */
export function indexLog({ upstream, index }: { upstream: Upstream; index: IndexInfo }, key: string) {
  async function readTip(): Promise<Tip> {
    // A page can hold fewer rows than asked for when some do not decode; a larger one finds the newest that does.
    for (const page_size of ['1', '100']) {
      const answer = await upstream.read({
        path: requestPath('events.list', {}, { page_size }),
        key,
        maxBytes: ANSWER_BYTES.brief,
      });
      if (NO_HISTORY.has(answer.status)) return { is: 'unavailable' };
      const page = newestPage.safeParse(answer.status === 200 ? answer.body : undefined);
      if (!page.success) return { is: 'unknown' };
      const first = page.data.items[0];
      if (first !== undefined) return { is: 'known', id: first.id };
      // More rows that did not decode may follow.
      if ((page.data.metadata?.next_token ?? null) === null) break;
    }
    return { is: 'known', id: 0n };
  }
  const tip = () => readTip().catch((): Tip => ({ is: 'unknown' }));
  /** Null where the index does not name its log. */
  const id = async () => (await index.fresh()).log_id;
  return {
    tip,
    id,
    /** Whether this is still the log of that name, or, where it has no name, one that has the event `last`. */
    async compare(name: string | null, last: bigint): Promise<Comparison> {
      const current = await id();
      if (name !== null && current !== null) return { is: name === current ? 'same' : 'renamed' };
      const end = await tip();
      if (end.is === 'known') return end.id < last ? { is: 'shorter', tip: end.id } : { is: 'same' };
      return { is: end.is === 'unavailable' ? 'unlisted' : 'unknown' };
    },
  };
}

/**
 * Asks once at a time. Callers during a request share the next one instead: an answer that was already on its way
 * may be older than what the caller knows.
 */
export function oneAtATime<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let current: Promise<Value> | undefined;
  let next: Promise<Value> | undefined;
  function start(): Promise<Value> {
    current = ask().finally(() => (current = undefined));
    return current;
  }
  return () => {
    if (current === undefined) return start();
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
}
