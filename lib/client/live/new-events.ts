// Reads what happened since an event from the history, for a browser whose stream delivers nothing.
// Invariant: the events are those after the cursor, oldest first and without a hole; what one page cannot hold is skipped, never dropped silently.
import { isRefusedForGood } from '@/lib/client/api-error';
import type { Read } from '@/lib/client/read';
import { MAX_PAGE_SIZE } from '@/lib/contract/query-params';
import type { LiveEvent } from './messages';

export type NewEvents =
  /** `after`: everything after this id is here; later than the cursor if more happened than a page holds. */
  | { is: 'listed'; after: bigint; tip: bigint; events: readonly LiveEvent[] }
  /** The index lists no events, or not the newest first. */
  | { is: 'unlisted' };

/** Without a cursor only the newest id. Throws ApiError where another attempt may help. */
export async function readNewEvents(
  read: Read,
  cursor: bigint | undefined,
  now: () => number,
): Promise<NewEvents> {
  const request = read('events.list', {}, { page_size: String(MAX_PAGE_SIZE) });
  const page = await request.catch((error: Error) => {
    if (isRefusedForGood(error)) return undefined;
    throw error;
  });
  if (page === undefined) return { is: 'unlisted' };
  const { items, metadata } = page;
  // Rows that do not decode are counted and not listed.
  if (items.length === 0 && metadata.total_items !== 0) return { is: 'unlisted' };
  if (items.some(({ id }, at) => at > 0 && id >= (items[at - 1]?.id ?? id))) return { is: 'unlisted' };
  const tip = items[0]?.id ?? 0n;
  const received_at = now();
  const fresh = cursor === undefined ? [] : items.filter(({ id }) => id > cursor);
  const oldest = items.at(-1)?.id ?? 0n;
  const isWhole = metadata.next_token === null || fresh.length < items.length;
  const after = cursor !== undefined && !isWhole ? oldest - 1n : (cursor ?? tip);
  return {
    is: 'listed',
    tip,
    after,
    events: fresh.reverse().map((record) => ({ ...record, received_at })),
  };
}
