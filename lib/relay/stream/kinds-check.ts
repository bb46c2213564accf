// Validates a set of kinds before a stream starts: one unknown name makes the index refuse the whole set (docs/decisions/002). Invariant: the catalogue
// decides first, then the index, once per set; while the index cannot be asked the catalogue suffices, since kinds are filtered here anyway.
import { requestPath } from '@/lib/contract/endpoint-url';
import { ContractError, readErrorBody } from '@/lib/contract/errors';
import { parseQuery } from '@/lib/contract/request';
import { dropOldest } from '@/lib/relay/bounded-map';
import type { Upstream } from '@/lib/relay/upstream/upstream';

const REMEMBER_MS = 5 * 60_000;
const MAX_SETS = 64;

/** Canonical kinds; undefined for all. Throws INVALID_FILTER_VALUE, or what `onAsk` throws, which runs before the index is asked. */
export type KindsCheck = (
  text: string | null,
  key: string,
  onAsk: () => void,
) => Promise<readonly string[] | undefined>;

export function createKindsCheck(upstream: Upstream, now: () => number): KindsCheck {
  const known = new Map<string, { at: number; refusal: Promise<string | null> }>();

  /** The index's message, or null when it accepts the set. */
  async function ask(kinds: string, key: string): Promise<string | null> {
    const path = requestPath('events.list', {}, { kinds, page_size: '1' });
    const answer = await upstream.read({ path, key });
    if (answer.status === 400)
      return readErrorBody(answer.body).message ?? 'The index does not know one of these kinds';
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    return null;
  }

  function refusalOf(kinds: string, key: string, onAsk: () => void): Promise<string | null> {
    const found = known.get(kinds);
    if (found !== undefined && now() - found.at < REMEMBER_MS) return found.refusal;
    onAsk();
    const refusal = ask(kinds, key).catch(() => {
      known.delete(kinds);
      return null;
    });
    known.delete(kinds);
    known.set(kinds, { at: now(), refusal });
    dropOldest(known, MAX_SETS);
    return refusal;
  }

  return async (text, key, onAsk) => {
    if (text === null) return undefined;
    const { kinds } = parseQuery('events.stream', new URLSearchParams({ kinds: text }));
    if (kinds === undefined || kinds.length === 0) return undefined;
    const message = await refusalOf(kinds.join(','), key, onAsk);
    if (message !== null) throw new ContractError('INVALID_FILTER_VALUE', message);
    return kinds;
  };
}
