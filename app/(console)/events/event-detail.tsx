'use client';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { causeOf } from '@/components/data-table/table-states';
import { IconButton } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { ErrorPanel } from '@/components/ui/error-panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Id } from '@/components/values/id';
import { JsonView } from '@/components/values/json-view';
import { Sentence } from '@/components/values/sentence';
import { Time } from '@/components/values/time';
import type { EventRow } from '@/lib/client/event-rows';
import { failureOf } from '@/lib/client/failure';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';
import { groupDigits } from '@/lib/view/amount';
import { eventSentence } from '@/lib/view/event-sentences/event-sentence';
import { nullReason } from '@/lib/view/null-reasons';
import { events } from '@/lib/view/paths';
import { Kind } from './columns';

interface EventDetailProps {
  id: string;
  /** Undefined when it is not among the rows that were loaded. */
  event: EventRow | undefined;
  onOpen: (id: bigint) => void;
  onClose: () => void;
  onOlder: (() => void) | undefined;
}

/** The events of the same transaction: what else happened in that step. */
function SameTransaction({ event, onOpen }: { event: EventRow; onOpen: (id: bigint) => void }) {
  const { data, error, refetch } = useQuery(endpointQuery('events.list', {}, { tx_digest: event.tx_digest }));
  const failure = failureOf(error);
  if (failure !== null)
    return (
      <ErrorPanel
        title="The transaction's other events could not be read"
        cause={causeOf(failure)}
        requestId={failure.request_id}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <Skeleton className="h-3.5 w-40" />;
  const others = data.items.filter((one) => one.id !== event.id);
  if (others.length === 0) return <p className="text-3">none: it is the only one</p>;
  return (
    <ul>
      {others.map((other) => (
        <li key={other.id.toString()}>
          <button
            type="button"
            onClick={() => onOpen(other.id)}
            className="flex w-full items-center gap-2 rounded-sm px-1.5 py-1 text-left hover:bg-surface-3"
          >
            <span className="mono text-3">{groupDigits(other.id)}</span>
            <Kind kind={other.kind} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Found({ event, onOpen }: { event: EventRow; onOpen: (id: bigint) => void }) {
  const fits = decodePayload(event.kind, event.payload) !== undefined;
  return (
    <div className="flex flex-col gap-3 p-3">
      <p>
        <Sentence parts={eventSentence(event.kind, event.payload)} />
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1">
        <dt className="text-3">On chain</dt>
        <dd>
          <Time
            at={event.onchain_at ?? null}
            clock="on chain"
            form="absolute"
            reason={
              event.onchain_at === undefined
                ? 'a live event carries no time; the history tells it within seconds'
                : nullReason('eventRecord', 'onchain_at')
            }
          />
        </dd>
        <dt className="text-3">Sender</dt>
        <dd>
          <Id family="address" value={event.sender_address} />
        </dd>
        <dt className="text-3">Transaction</dt>
        <dd>
          <Id family="transaction" value={event.tx_digest} />
        </dd>
      </dl>
      <div>
        <h3 className="mb-1 font-semibold">Payload</h3>
        {!fits && <p className="mb-1 text-warn">This console cannot decode it: it is shown as it came.</p>}
        <JsonView value={event.payload} label="payload" />
      </div>
      <div>
        <h3 className="mb-1 font-semibold">Also in this transaction</h3>
        <SameTransaction event={event} onOpen={onOpen} />
      </div>
    </div>
  );
}

/** One event beside the table, which stays where it is. Escape closes it. */
export function EventDetail({ id, event, onOpen, onClose, onOlder }: EventDetailProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, [id]);
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
        <Found event={event} onOpen={onOpen} />
      ) : (
        <p className="p-3 text-2">
          This event is not among those loaded: it is older, or the filters leave it out. An index has no way
          to ask for one event by its id.{' '}
          {onOlder !== undefined && (
            <button type="button" onClick={onOlder} className="text-accent hover:underline">
              Load older events
            </button>
          )}{' '}
          <a href={events({ event: id })} className="text-accent hover:underline">
            Open it without filters
          </a>
        </p>
      )}
    </section>
  );
}
