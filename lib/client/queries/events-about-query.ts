// The events that mention an object. The API has no such filter, so recent events of these kinds are searched here.
// Invariant: the answer contains how many events were searched, whether those were all, and which could not be read. A refresh
// reads only what is new.
import { queryOptions } from '@tanstack/react-query';
import type { QueryInput } from '@/lib/contract/endpoints';
import type { EventRecord } from '@/lib/contract/events';
import { isSameId } from '@/lib/contract/ids';
import { decodePayload, shortKindName, type EventKind } from '@/lib/contract/event-kinds/catalogue';
import { matchingRows } from '@/lib/client/ignored-filters';
import { MAX_PAGE_SIZE } from '@/lib/contract/query-params';
import { read, type Read } from '@/lib/client/read';
import { counted, groupDigits } from '@/lib/view/amount';
import { rowOrder, type RowOrder } from '@/lib/view/row-order';
import { ofAcceptedKinds } from './accepted-kinds';
import { readPages } from './all-pages-query';
import { readOptions } from './endpoint-query';

export const EVENTS_ABOUT = 'events.about';

/** Events of these kinds refresh it at once (live/affected-queries.ts). */
const AGAIN_MS = 5 * 60_000;

export interface EventsAbout {
  /** Newest first. */
  items: EventRecord[];
  /** Rows listed, those of other kinds included where the index ignores the filter. */
  searched: number;
  /** Which events those are, where not all were searched. */
  order?: RowOrder | null;
  /** False when older events were not read. */
  complete: boolean;
  /** Events of these kinds that could not be decoded, by the index or here: they are not in `items`, or their contents are unknown. */
  undecoded: number;
  /** Short names of the kinds that the index rejects. */
  rejected: readonly string[];
  /** Where a refresh continues; absent when the index rejected every kind. */
  read?: ReadSoFar | undefined;
}

/** Events of these kinds up to `newest`. */
interface ReadSoFar {
  accepted: string;
  /** The newest row listed. */
  newest: EventRecord | null;
  /** Rows listed, those of other kinds included. */
  listed: number;
  events: EventRecord[];
  complete: boolean;
  /** Rows that the index counted and could not decode. */
  skipped: number;
  order: RowOrder | null;
}

/** Why events may be missing from the newest ones; null when none are. */
export function unreadEvents({
  undecoded,
  rejected,
}: Pick<EventsAbout, 'undecoded' | 'rejected'>): string | null {
  const reasons = [
    ...(rejected.length > 0 ? [`this index doesn't provide ${rejected.join(', ')} events`] : []),
    ...(undecoded > 0 ? [`${counted(undecoded, 'event')} couldn't be decoded`] : []),
  ];
  return reasons.length === 0 ? null : reasons.join('; ');
}

function unsearchedEvents({ searched, order }: Pick<EventsAbout, 'searched' | 'order'>): string {
  const count = groupDigits(searched);
  if (order === 'newest first') return `older than the newest ${count} events not searched`;
  return order === 'oldest first'
    ? `newer than the oldest ${count} events not searched`
    : `only ${count} events searched`;
}

/** Why a figure from these events may be incomplete; null when it is exact. */
export function gapIn(about: Omit<EventsAbout, 'items'>): string | null {
  const unsearched = about.complete ? null : unsearchedEvents(about);
  const reasons = [unreadEvents(about), unsearched].filter((reason) => reason !== null);
  return reasons.length === 0 ? null : reasons.join('; ');
}

/** Whether this text is a value in the payload, at any depth. */
export function mentions(value: unknown, text: string): boolean {
  if (typeof value === 'string') return isSameId(value, text);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => mentions(inner, text));
}

interface AboutOptions {
  pages?: number;
  /** On chain, both inclusive. */
  created_after?: string | undefined;
  created_before?: string | undefined;
  /** Events of what this leader did; an index that ignores it lists those of all. */
  leader_cap_id?: string;
}

/** Query options. `about` null: every event of the kinds. At most `pages` of a hundred events are read, in the index's order. */
export function eventsAboutQuery(
  kinds: readonly EventKind[],
  about: string | null,
  { pages = 10, created_after, created_before, leader_cap_id }: AboutOptions = {},
  by: Read = read,
) {
  const names = kinds.map(shortKindName);
  const filters = {
    ...(created_after !== undefined && { created_after }),
    ...(created_before !== undefined && { created_before }),
    ...(leader_cap_id !== undefined && { leader_cap_id }),
  };
  return queryOptions<EventsAbout, Error, EventsAbout, readonly unknown[]>({
    ...readOptions,
    queryKey: [EVENTS_ABOUT, {}, { kinds: names.join(','), ...filters }, about, pages],
    queryFn: async ({ signal, client, queryKey }) => {
      const earlier = client.getQueryData<EventsAbout>(queryKey)?.read;
      const { result, rejected } = await ofAcceptedKinds(by, names, (accepted) =>
        readEvents(by, { kinds: accepted, ...filters }, { signal, most: pages * MAX_PAGE_SIZE, earlier }),
      );
      const all = result?.events ?? [];
      const undecodable = all.filter(({ kind, payload }) => decodePayload(kind, payload) === undefined);
      return {
        items: about === null ? all : all.filter((event) => mentions(event.payload, about)),
        searched: result?.listed ?? 0,
        order: result?.order ?? null,
        complete: result?.complete ?? true,
        undecoded: undecodable.length + (result?.skipped ?? 0),
        rejected,
        read: result ?? undefined,
      };
    },
    staleTime: AGAIN_MS,
    refetchInterval: AGAIN_MS,
  });
}

const isSame = (a: EventRecord, b: EventRecord | null) => a.id === b?.id && a.tx_digest === b.tx_digest;

/** The newest events of a filter; after `earlier` only those that are new, if its newest row is still listed. */
async function readEvents(
  by: Read,
  query: QueryInput<'events.list'> & { kinds: string },
  options: { signal: AbortSignal; most: number; earlier: ReadSoFar | undefined },
): Promise<ReadSoFar> {
  const earlier = options.earlier?.accepted === query.kinds ? options.earlier : undefined;
  const rows = new Map<bigint, EventRecord>();
  const listed = new Set<bigint>();
  let newest: EventRecord | undefined;
  let total: number | null | undefined;
  let complete = false;
  let continues = false;
  let order: RowOrder | null = null;
  for await (const { items, metadata } of readPages(by, 'events.list', {}, query, options)) {
    newest ??= items[0];
    order ??= rowOrder(items);
    // Only above known rows is everything new.
    const overlapIndex =
      order === 'oldest first' ? -1 : items.findIndex((item) => isSame(item, earlier?.newest ?? null));
    const fresh = overlapIndex === -1 ? items : items.slice(0, overlapIndex);
    for (const { id } of fresh) listed.add(id);
    // An index that ignores a filter lists other events as well.
    for (const event of matchingRows('events.list', query, fresh)) rows.set(event.id, event);
    // Later totals count rows that have arrived since.
    if (total === undefined) total = metadata.total_items;
    complete = metadata.next_token === null;
    continues = overlapIndex !== -1;
    if (continues) break;
  }
  const before = continues ? earlier : undefined;
  const isComplete = before?.complete ?? complete;
  const listedSoFar = listed.size + (before?.listed ?? 0);
  return {
    accepted: query.kinds,
    newest: newest ?? null,
    listed: listedSoFar,
    events: [...rows.values(), ...(before?.events ?? [])].sort((a, b) => (a.id < b.id ? 1 : -1)),
    order,
    complete: isComplete,
    skipped: isComplete ? Math.max(0, (total ?? 0) - listedSoFar) : 0,
  };
}
