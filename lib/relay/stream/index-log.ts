// What a channel asks the index besides the stream: where the log ends, and which log it is. Invariant: an index that does not answer is `unknown`,
// never the end of an empty log.
import * as z from 'zod';
import { requestPath } from '@/lib/contract/endpoint-url';
import { int64 } from '@/lib/contract/int64';
import type { CloseReason } from '@/lib/contract/relay-events';
import type { Network } from '@/lib/relay/upstream/network';

export type Tip =
  | { is: 'known'; id: bigint }
  /** This key may not read events. */
  | { is: 'refused'; reason: CloseReason }
  /** The index did not answer; ask again later. */
  | { is: 'unknown' };

export interface IndexLog {
  tip(): Promise<Tip>;
  /** Null where the index does not name its log. */
  id(): Promise<string | null>;
}

/** Only the newest id of GET /events matters here: a record of another shape must not stop the stream. */
const newestPage = z.looseObject({
  items: z.array(z.looseObject({ id: int64 })),
  metadata: z.looseObject({ total_items: z.number() }),
});

export function indexLog({ upstream, index }: Pick<Network, 'upstream' | 'index'>, key: string): IndexLog {
  async function readTip(): Promise<Tip> {
    // A page can hold fewer rows than asked for when some do not decode; a larger one finds the newest that does.
    for (const page_size of ['1', '100']) {
      const answer = await upstream.read({ path: requestPath('events.list', {}, { page_size }), key });
      if (answer.status === 401) return { is: 'refused', reason: 'unauthenticated' };
      if (answer.status === 403) return { is: 'refused', reason: 'missing_scope' };
      const page = newestPage.safeParse(answer.status === 200 ? answer.body : undefined);
      if (!page.success) return { is: 'unknown' };
      const first = page.data.items[0];
      if (first !== undefined) return { is: 'known', id: first.id };
      if (page.data.metadata.total_items === 0) break;
    }
    return { is: 'known', id: 0n };
  }
  return {
    tip: () => readTip().catch((): Tip => ({ is: 'unknown' })),
    id: async () => (await index.fresh()).log_id,
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
