// Checking a list of kinds before a stream begins (spec 6.1: as a set, one stale name fails it all). Invariant: a list that our catalogue does not know
// is refused here; one that it knows is asked of the index once, since a hosted index may be of another release; what the index says is remembered.
// When the index cannot be asked, the catalogue's word stands: the stream filters here anyway.
import { requestPath } from '@/lib/contract/endpoint-url';
import { ContractError, readErrorBody } from '@/lib/contract/errors';
import { parseQuery } from '@/lib/contract/request';
import { dropOldest } from '@/lib/relay/bounded-map';
import type { Upstream } from '@/lib/relay/upstream/upstream';

const REMEMBER_MS = 5 * 60_000;
const MOST_SETS = 64;

/** Canonical kinds, undefined for all. Throws INVALID_FILTER_VALUE. `onAsk` is called before the index is asked; what it throws is thrown. */
export type KindsCheck = (
  text: string | null,
  key: string,
  onAsk: () => void,
) => Promise<readonly string[] | undefined>;

export function createKindsCheck(upstream: Upstream, now: () => number): KindsCheck {
  const known = new Map<string, { at: number; refused: Promise<string | null> }>();

  /** The words of the refusal, or null. */
  async function ask(kinds: string, key: string): Promise<string | null> {
    const path = requestPath('events.list', {}, { kinds, page_size: '1' });
    const answer = await upstream.read({ path, key });
    if (answer.status === 400)
      return readErrorBody(answer.body).message ?? 'the index does not know one of these kinds';
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    return null;
  }

  function refusal(kinds: string, key: string, onAsk: () => void): Promise<string | null> {
    const found = known.get(kinds);
    if (found !== undefined && now() - found.at < REMEMBER_MS) return found.refused;
    onAsk();
    const refused = ask(kinds, key).catch(() => {
      known.delete(kinds);
      return null;
    });
    known.delete(kinds);
    known.set(kinds, { at: now(), refused });
    dropOldest(known, MOST_SETS);
    return refused;
  }

  return async (text, key, onAsk) => {
    if (text === null) return undefined;
    const { kinds } = parseQuery('events.stream', new URLSearchParams({ kinds: text }));
    if (kinds === undefined || kinds.length === 0) return undefined;
    const message = await refusal(kinds.join(','), key, onAsk);
    if (message !== null) throw new ContractError('INVALID_FILTER_VALUE', message);
    return kinds;
  };
}
