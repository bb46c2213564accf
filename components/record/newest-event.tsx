'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Maybe } from '@/components/values/maybe';
import { Pending } from '@/components/values/pending';
import type { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import type { EventRecord } from '@/lib/contract/events';

interface NewestEventProps {
  /** Which events are looked through, the newest first. */
  among: ReturnType<typeof eventsAboutQuery>;
  /** The one that tells it, of those that were looked through; `complete` where they are all there are. */
  pick: (events: readonly EventRecord[], complete: boolean) => EventRecord | undefined;
  /** Why there may be none when all were looked through. */
  otherwise: string;
  children: (event: EventRecord) => ReactNode;
}

/** What one of the newest events of some kinds says of a row, or why it cannot be said: the events could not be read, none is about it. */
export function NewestEvent({ among, pick, otherwise, children }: NewestEventProps) {
  const { data, error } = useQuery(among);
  const found = data === undefined ? undefined : pick(data.items, data.complete);
  if (found !== undefined) return children(found);
  if (error === null && data === undefined) return <Pending />;
  const reason = error === null ? otherwise : `the events could not be read: ${error.message}`;
  return <Maybe value={null} reason={reason} />;
}
