'use client';
import { useQuery } from '@tanstack/react-query';
import { EventsList } from './events-list';
import type { eventsAboutQuery } from '@/lib/client/queries/events-about-query';

interface EventsNamingProps {
  /** Which events are looked through for the id. */
  among: ReturnType<typeof eventsAboutQuery>;
  /** `task` */
  noun: string;
  /** The window of time that is looked through, in words. */
  within?: string;
}

/** What happened to an object, told by the events that name it: no index can be asked for these, so the page says how many it looked through. */
export function EventsNaming({ among, noun, within }: EventsNamingProps) {
  const query = useQuery(among);
  return (
    <EventsList
      query={query}
      what={`the events of this ${noun}`}
      within={within}
      none={`None of the events that were looked through names this ${noun}.`}
    />
  );
}
