'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay } from '@/components/shell/session-context';
import { Maybe } from '@/components/values/maybe';
import type { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import type { EventRecord } from '@/lib/contract/events';

interface NewestEventProps {
  /** Which events are looked through, the newest first. */
  among: ReturnType<typeof eventsAboutQuery>;
  which: (event: EventRecord) => boolean;
  /** Why there may be none when all were looked through. */
  otherwise: string;
  children: (event: EventRecord) => ReactNode;
}

/** What the newest of some events says of a row, or why it cannot be said: the key may not read events, they could not be read, none is about it. */
export function NewestEvent({ among, which, otherwise, children }: NewestEventProps) {
  const may = useMay('events:read');
  const { data, error } = useQuery({ ...among, enabled: may });
  const found = data?.items.find(which);
  if (found !== undefined) return children(found);
  const reason = !may
    ? 'the key in use lacks the scope events:read'
    : error !== null
      ? `the events could not be read: ${error.message}`
      : data === undefined
        ? 'being looked up'
        : otherwise;
  return <Maybe value={null} reason={reason} />;
}
