'use client';
// Values taken from a search of events. Apart from event-list.tsx, so that lists do not load the sentences of all kinds.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Unread } from '@/components/shell/read-failure';
import { Maybe } from '@/components/values/maybe';
import {
  type EventsAbout,
  type eventsAboutQuery,
  unreadEvents,
} from '@/lib/client/queries/events-about-query';
import type { EventRecord } from '@/lib/contract/events';
import { groupDigits } from '@/lib/view/amount';

export type EventSearch = ReturnType<typeof eventsAboutQuery>;

/** Whether the newest event is among those searched: of another part, a newer one may exist. */
export function coversNewest({ complete, order }: Pick<EventsAbout, 'complete' | 'order'>): boolean {
  return complete || order === 'newest first';
}

/** How many events a search covered. `within`: the searched time window, in words. */
export function SearchSummary({ about, within }: { about: EventsAbout; within?: string | undefined }) {
  const searched = groupDigits(about.searched);
  const part = about.order === 'newest first' ? `the newest ${searched} events` : `${searched} events`;
  const scope = about.complete ? `all ${searched} events` : part;
  const unread = unreadEvents(about);
  return (
    <p className="mt-2 text-xs text-3">
      Based on {scope} of these kinds{within === undefined ? '' : ` ${within}`}
      {!about.complete && `; ${about.order === 'newest first' ? 'older ones' : 'others'} were not searched`}
      {unread !== null && <span className="text-warn">; {unread}</span>}
    </p>
  );
}

interface NewestEventProps {
  search: EventSearch;
  /** Picks the event from the newest ones; `complete`: there are no others. */
  pick: (events: readonly EventRecord[], complete: boolean) => EventRecord | undefined;
  /** Why there may be no such event. */
  otherwise: string;
  children: (event: EventRecord) => ReactNode;
}

/** A value derived from one of the newest events, or the reason why it is unknown. */
export function NewestEvent({ search, pick, otherwise, children }: NewestEventProps) {
  const { data, error } = useQuery(search);
  const unread = data === undefined ? null : unreadEvents(data);
  const found =
    data === undefined || !coversNewest(data)
      ? undefined
      : pick(data.items, data.complete && unread === null);
  if (found !== undefined) return children(found);
  return data === undefined ? <Unread error={error} /> : <Maybe value={null} reason={unread ?? otherwise} />;
}
