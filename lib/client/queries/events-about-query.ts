// The events that mention an object. The API has no such filter, so recent events of the given kinds are searched here.
// Invariant: the answer says how many events were searched and whether those were all.
import { queryOptions } from '@tanstack/react-query';
import type { EventRecord } from '@/lib/contract/events';
import { shortKindName, type EventKind } from '@/lib/contract/event-kinds/catalogue';
import { matchingRows } from '@/lib/client/ignored-filters';
import { read } from '@/lib/client/read';
import { readPages } from './all-pages-query';
import { readOptions } from './endpoint-query';

const AGAIN_MS = 30_000;

export interface EventsAbout {
  /** Newest first. */
  items: EventRecord[];
  looked: number;
  /** False when older events were left unread. */
  complete: boolean;
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
) {
  const query = {
    kinds: kinds.map(shortKindName).join(','),
    ...(created_after !== undefined && { created_after }),
    ...(created_before !== undefined && { created_before }),
  };
  return queryOptions<EventsAbout>({
    ...readOptions,
    queryKey: ['events.about', {}, query, about, pages],
    queryFn: async ({ signal }) => {
      const rows = new Map<bigint, EventRecord>();
      let complete = false;
      for await (const { items, metadata } of readPages(read, 'events.list', {}, query, {
        signal,
        most: pages,
      })) {
        // An index that ignores a filter lists other events as well.
        for (const event of matchingRows('events.list', query, items)) rows.set(event.id, event);
        complete = metadata.next_token === null;
      }
      const all = [...rows.values()];
      const items = about === null ? all : all.filter((event) => mentions(event.payload, about));
      return { items, looked: all.length, complete };
    },
    staleTime: AGAIN_MS,
    refetchInterval: AGAIN_MS,
  });
}
