// The events that mention an object. The API has no such filter, so recent events of the given kinds are searched here.
// Invariant: the answer says how many events were searched and whether those were all.
import { queryOptions } from '@tanstack/react-query';
import type { EventRecord } from '@/lib/contract/events';
import { shortKindName, type EventKind } from '@/lib/contract/event-kinds/catalogue';
import { read, type Read } from '@/lib/client/read';
import { retryDelay, shouldRetry } from '@/lib/client/retry';

const PAGE_SIZE = '100';
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
  by?: Read;
}

/** Query options. `about` null: every event of the kinds. At most `pages` of a hundred events are read, the newest first. */
export function eventsAboutQuery(
  kinds: readonly EventKind[],
  about: string | null,
  { pages = 10, created_after, created_before, by = read }: AboutOptions = {},
) {
  const query = {
    kinds: kinds.map(shortKindName).join(','),
    ...(created_after !== undefined && { created_after }),
    ...(created_before !== undefined && { created_before }),
  };
  return queryOptions<EventsAbout>({
    queryKey: ['events.about', {}, query, about, pages],
    queryFn: async ({ signal }) => {
      const rows = new Map<bigint, EventRecord>();
      let token: number | null = 0;
      for (let page = 0; page < pages && token !== null; page += 1) {
        const asked = { ...query, page_size: PAGE_SIZE, page_token: String(token) };
        const answer: Awaited<ReturnType<typeof by<'events.list'>>> = await by('events.list', {}, asked, {
          signal,
        });
        for (const event of answer.items) rows.set(event.id, event);
        token = answer.metadata.next_token;
      }
      const all = [...rows.values()];
      const items = about === null ? all : all.filter((event) => mentions(event.payload, about));
      return { items, looked: all.length, complete: token === null };
    },
    staleTime: AGAIN_MS,
    refetchInterval: AGAIN_MS,
    networkMode: 'always',
    retry: shouldRetry,
    retryDelay: (failures, error) => retryDelay(failures, error, Math.random),
  });
}
