// The events that mention an object. The API has no such filter, so recent events of the given kinds are searched here.
// Invariant: the answer says how many events were searched, whether those were all, and which could not be read.
import { queryOptions } from '@tanstack/react-query';
import type { QueryInput } from '@/lib/contract/endpoints';
import type { EventRecord } from '@/lib/contract/events';
import { decodePayload, shortKindName, type EventKind } from '@/lib/contract/event-kinds/catalogue';
import { matchingRows } from '@/lib/client/ignored-filters';
import { read, type Read } from '@/lib/client/read';
import { counted, groupDigits } from '@/lib/view/amount';
import { ofAcceptedKinds } from './accepted-kinds';
import { readPages } from './all-pages-query';
import { readOptions } from './endpoint-query';

const AGAIN_MS = 30_000;

export interface EventsAbout {
  /** Newest first. */
  items: EventRecord[];
  looked: number;
  /** False when older events were left unread. */
  complete: boolean;
  /** Events of these kinds that could not be decoded, by the index or here: they are not in `items`, or their contents are unknown. */
  undecoded: number;
  /** Short names of the kinds that the index rejects. */
  rejected: readonly string[];
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

/** Why a figure from these events may be incomplete; null when it is exact. */
export function gapIn(about: Omit<EventsAbout, 'items'>): string | null {
  const older = about.complete
    ? null
    : `older than the newest ${groupDigits(about.looked)} events not searched`;
  const reasons = [unreadEvents(about), older].filter((reason) => reason !== null);
  return reasons.length === 0 ? null : reasons.join('; ');
}

/** Whether a payload holds this text as one of its values, however deep. */
export function mentions(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value === text;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => mentions(inner, text));
}

interface AboutOptions {
  pages?: number;
  /** On chain, both inclusive. */
  created_after?: string | undefined;
  created_before?: string | undefined;
}

/** Query options. `about` null: every event of the kinds. At most `pages` of a hundred events are read, the newest first. */
export function eventsAboutQuery(
  kinds: readonly EventKind[],
  about: string | null,
  { pages = 10, created_after, created_before }: AboutOptions = {},
  by: Read = read,
) {
  const names = kinds.map(shortKindName);
  const window = {
    ...(created_after !== undefined && { created_after }),
    ...(created_before !== undefined && { created_before }),
  };
  return queryOptions<EventsAbout>({
    ...readOptions,
    queryKey: ['events.about', {}, { kinds: names.join(','), ...window }, about, pages],
    queryFn: async ({ signal }) => {
      const { result, rejected } = await ofAcceptedKinds(by, names, (accepted) =>
        readEvents(by, { kinds: accepted, ...window }, { signal, most: pages }),
      );
      const all = result?.events ?? [];
      const undecodable = all.filter(({ kind, payload }) => decodePayload(kind, payload) === undefined);
      return {
        items: about === null ? all : all.filter((event) => mentions(event.payload, about)),
        looked: all.length,
        complete: result?.complete ?? true,
        undecoded: undecodable.length + (result?.skipped ?? 0),
        rejected,
      };
    },
    staleTime: AGAIN_MS,
    refetchInterval: AGAIN_MS,
  });
}

/** The newest events of a filter. `skipped`: rows that the index counted and could not decode. */
async function readEvents(
  by: Read,
  query: QueryInput<'events.list'>,
  options: { signal: AbortSignal; most: number },
) {
  const rows = new Map<bigint, EventRecord>();
  const listed = new Set<bigint>();
  let total: number | undefined;
  let complete = false;
  for await (const { items, metadata } of readPages(by, 'events.list', {}, query, options)) {
    for (const { id } of items) listed.add(id);
    // An index that ignores a filter lists other events as well.
    for (const event of matchingRows('events.list', query, items)) rows.set(event.id, event);
    // Later totals count rows that have arrived since.
    total ??= metadata.total_items;
    complete = metadata.next_token === null;
  }
  return {
    events: [...rows.values()],
    complete,
    skipped: complete ? Math.max(0, (total ?? 0) - listed.size) : 0,
  };
}
