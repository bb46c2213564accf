'use client';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useRef } from 'react';
import { causeOf } from '@/components/shell/failure';
import { IconButton } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { ErrorPanel } from '@/components/ui/error-panel';
import type { EventRow } from '@/lib/client/live/event-window';
import { failureOf } from '@/lib/client/failure';
import { eventById } from '@/lib/client/queries/event-queries';
import { groupDigits } from '@/lib/view/amount';
import { events } from '@/lib/view/paths';
import { Kind } from './columns';
import { EventFacts } from './event-facts';

interface EventDetailProps {
  /** As in the URL: an id, or `former-` and an id of a log that has been reset since. */
  name: string;
  /** Undefined when it is not among the loaded rows. */
  event: EventRow | undefined;
  onOpen: (row: EventRow) => void;
  onClose: () => void;
}

/** An event that is not among the rows: looked up in the history by its id. */
function FoundInHistory({ id, onOpen }: { id: bigint; onOpen: (row: EventRow) => void }) {
  const { data, error, refetch } = useQuery(eventById(id));
  const failure = failureOf(error);
  if (failure !== null)
    return (
      <div className="p-3">
        <ErrorPanel
          title="Could not look up this event"
          cause={causeOf(failure)}
          requestId={failure.request_id}
          onRetry={() => void refetch()}
        />
      </div>
    );
  if (data === undefined) return <p className="p-3 text-3">Searching the history…</p>;
  if (data === null)
    return (
      <p className="p-3 text-2">
        No event with this ID. It may be of a kind that is not listed, cannot be decoded, or not have happened
        yet.
      </p>
    );
  return (
    <>
      <p className="border-b border-line px-3 py-1.5 text-2">
        <Kind kind={data.kind} /> is not among the loaded rows.{' '}
        {data.onchain_at !== null && (
          <Link
            href={events({ created_before: data.onchain_at, event: id.toString() })}
            className="text-accent hover:underline"
          >
            Show in list
          </Link>
        )}
      </p>
      <EventFacts event={data} onOpen={onOpen} />
    </>
  );
}

/** One event in a panel beside the table. Escape closes it. */
export function EventDetail({ name, event, onOpen, onClose }: EventDetailProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = /\d{1,19}$/.exec(name)?.[0] ?? name;
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, [name]);
  return (
    <section
      aria-label={`Event ${id}`}
      onKeyDown={(pressed) => pressed.key === 'Escape' && onClose()}
      className="fixed top-12 right-0 bottom-0 z-20 w-[min(440px,100vw)] overflow-y-auto border-l border-line-strong bg-surface shadow-pop"
    >
      <header className="sticky top-0 z-10 flex items-center gap-2 border-b border-line bg-surface px-3 py-1.5">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 truncate font-semibold outline-none">
          {event === undefined ? `Event ${id}` : <Kind kind={event.kind} />}
        </h2>
        <span className="mono text-3">{event !== undefined && groupDigits(event.id)}</span>
        <CopyButton text={id} label="event ID" className="ml-auto" />
        <IconButton label="Close" onClick={onClose}>
          <X size={15} aria-hidden />
        </IconButton>
      </header>
      {event !== undefined ? (
        <EventFacts event={event} onOpen={onOpen} />
      ) : /^\d{1,19}$/.test(name) ? (
        <FoundInHistory id={BigInt(name)} onOpen={onOpen} />
      ) : (
        <p className="p-3 text-2">This event belongs to a log that was reset, and can no longer be loaded.</p>
      )}
    </section>
  );
}
