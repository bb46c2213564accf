'use client';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useRef } from 'react';
import { causeOf } from '@/components/data-table/table-states';
import { IconButton } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { ErrorPanel } from '@/components/ui/error-panel';
import type { EventRow } from '@/lib/client/event-rows';
import { failureOf } from '@/lib/client/failure';
import { eventById } from '@/lib/client/queries/event-queries';
import { groupDigits } from '@/lib/view/amount';
import { events } from '@/lib/view/paths';
import { Kind } from './columns';
import { EventFacts } from './event-facts';

interface EventDetailProps {
  /** How the address names it: an id, or `former-` and an id of a log that has been reset since. */
  name: string;
  /** Undefined when it is not among the rows that were loaded. */
  event: EventRow | undefined;
  onOpen: (row: EventRow) => void;
  onClose: () => void;
}

/** An event that is not among the rows: looked for in the whole history by its id. */
function Elsewhere({ id, onOpen }: { id: bigint; onOpen: (row: EventRow) => void }) {
  const { data, error, refetch } = useQuery(eventById(id));
  const failure = failureOf(error);
  if (failure !== null)
    return (
      <div className="p-3">
        <ErrorPanel
          title="The event could not be looked up"
          cause={causeOf(failure)}
          requestId={failure.request_id}
          onRetry={() => void refetch()}
        />
      </div>
    );
  if (data === undefined) return <p className="p-3 text-3">Looking through the history…</p>;
  if (data === null)
    return (
      <p className="p-3 text-2">
        The history lists no event with this id: it was never one of the kinds that are listed, it cannot be
        decoded, or it has not happened yet.
      </p>
    );
  return (
    <>
      <p className="border-b border-line px-3 py-1.5 text-2">
        <Kind kind={data.kind} />, not among the rows loaded here.{' '}
        {data.onchain_at !== null && (
          <Link
            href={events({ created_before: data.onchain_at, event: id.toString() })}
            className="text-accent hover:underline"
          >
            Show it among its neighbours
          </Link>
        )}
      </p>
      <EventFacts event={data} onOpen={onOpen} />
    </>
  );
}

/** One event beside the table, which stays where it is. Escape closes it. */
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
        <CopyButton text={id} label="event id" className="ml-auto" />
        <IconButton label="Close" onClick={onClose}>
          <X size={15} aria-hidden />
        </IconButton>
      </header>
      {event !== undefined ? (
        <EventFacts event={event} onOpen={onOpen} />
      ) : /^\d{1,19}$/.test(name) ? (
        <Elsewhere id={BigInt(name)} onOpen={onOpen} />
      ) : (
        <p className="p-3 text-2">
          This address names an event of a log that has been reset since; only the page that had received it
          could show it.
        </p>
      )}
    </section>
  );
}
