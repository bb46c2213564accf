'use client';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import Link from 'next/link';
import { Fragment, useEffect, useRef } from 'react';
import { causeOf } from '@/components/shell/read-failure';
import { IconButton } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { ErrorPanel } from '@/components/ui/error-panel';
import { Skeleton } from '@/components/ui/skeleton';
import { ExplorerLink } from '@/components/values/explorer-link';
import { Id } from '@/components/values/id';
import { Linked } from '@/components/values/linked';
import { Maybe } from '@/components/values/maybe';
import { useZone } from '@/components/values/preferences';
import { Sentence } from '@/components/values/sentence';
import { JsonView } from '@/components/values/text-block';
import { Time } from '@/components/values/time';
import { failureOf } from '@/lib/client/api-error';
import type { EventRow } from '@/lib/client/live/event-window';
import { eventById, eventsOfTransaction } from '@/lib/client/queries/event-queries';
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';
import { groupDigits } from '@/lib/view/amount';
import { eventSentence } from '@/lib/view/event-sentences';
import { nullReason } from '@/lib/view/null-reasons';
import { eventRecordReasons } from '@/lib/view/null-reasons/events';
import { events } from '@/lib/view/paths';
import { payloadLinks } from '@/lib/view/payload-links';
import { absoluteTime, formatDuration } from '@/lib/view/time';
import { Kind } from './columns';
import { Mono } from '@/components/ui/mono';

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
  const { event, complete, searched } = data;
  if (event === null && !complete)
    return (
      <p className="p-3 text-2">
        Not among the newest {groupDigits(searched)} events. Older ones were not searched: this index only
        lists events page after page.
      </p>
    );
  if (event === null)
    return (
      <p className="p-3 text-2">
        No event with this ID. Its kind may not be listed, it may not be decodable, or it may not have
        happened yet.
      </p>
    );
  return (
    <>
      <p className="border-b border-line px-3 py-1.5 text-2">
        <Kind kind={event.kind} /> is not among the loaded rows.{' '}
        {event.onchain_at !== null && (
          <Link
            href={events({ created_before: event.onchain_at, event: id.toString() })}
            className="text-accent hover:underline"
          >
            Show in list
          </Link>
        )}
      </p>
      <EventFacts event={event} onOpen={onOpen} />
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
        <Mono className="text-3">{event !== undefined && groupDigits(event.id)}</Mono>
        <CopyButton text={id} label="event ID" className="ml-auto" />
        <IconButton label="Close" onClick={onClose}>
          <X size={15} aria-hidden />
        </IconButton>
      </header>
      <DetailBody name={name} event={event} onOpen={onOpen} />
    </section>
  );
}

function DetailBody({ name, event, onOpen }: Omit<EventDetailProps, 'onClose'>) {
  if (event !== undefined) return <EventFacts event={event} onOpen={onOpen} />;
  if (/^\d{1,19}$/.test(name)) return <FoundInHistory id={BigInt(name)} onOpen={onOpen} />;
  return (
    <p className="p-3 text-2">This event belongs to a log that was reset, and can no longer be loaded.</p>
  );
}

/** The other events of the same transaction. */
function SameTransaction({ event, onOpen }: { event: EventRow; onOpen: (row: EventRow) => void }) {
  const { data, error, refetch } = useQuery(eventsOfTransaction(event.tx_digest));
  const failure = failureOf(error);
  if (failure !== null)
    return (
      <ErrorPanel
        title="Could not load the transaction's other events"
        cause={causeOf(failure)}
        requestId={failure.request_id}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <Skeleton className="h-3.5 w-40" />;
  const others = data.items.filter(({ id }) => id !== event.id);
  if (others.length === 0) return <p className="text-3">None</p>;
  return (
    <>
      <ul>
        {others.map((other) => (
          <li key={other.id.toString()}>
            <button
              type="button"
              onClick={() => onOpen(other)}
              className="flex w-full items-center gap-2 rounded-sm px-1.5 py-1 text-left hover:bg-surface-3"
            >
              <Mono className="text-3">{groupDigits(other.id)}</Mono>
              <Kind kind={other.kind} />
            </button>
          </li>
        ))}
      </ul>
      {!data.complete && (
        <p className="text-3">
          More events in <Id family="transaction" value={event.tx_digest} />
        </p>
      )}
    </>
  );
}

/** Objects that the payload refers to, with links. */
function Links({ payload }: { payload: unknown }) {
  const links = payloadLinks(payload);
  if (links.length === 0) return <p className="text-3">None</p>;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1">
      {links.map(({ path, family, value }) => (
        <Fragment key={value}>
          <dt translate="no" className="mono text-3">
            {path}
          </dt>
          <dd className="min-w-0">
            <Linked family={family} value={value} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Everything known about one event. */
function EventFacts({ event, onOpen }: { event: EventRow; onOpen: (row: EventRow) => void }) {
  const decoded = decodePayload(event.kind, event.payload);
  return (
    <div className="flex flex-col gap-3 p-3">
      <p>
        <Sentence parts={eventSentence(event.kind, event.payload, event.previous)} />
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
                ? 'live events carry no time on chain; it is loaded from the history'
                : nullReason(eventRecordReasons, 'onchain_at', event)
            }
          />
        </dd>
        <dt className="text-3">Received</dt>
        <dd>
          {event.received_at === undefined ? (
            <Maybe value={null} reason="loaded from history" />
          ) : (
            <Received at={event.received_at} onchain_at={event.onchain_at ?? null} />
          )}
        </dd>
        <dt className="text-3">Sender</dt>
        <dd>
          <Id family="address" value={event.sender_address} />
        </dd>
        <dt className="text-3">Transaction</dt>
        <dd>
          <Id family="transaction" value={event.tx_digest} />{' '}
          <ExplorerLink kind="transaction" id={event.tx_digest} />
        </dd>
      </dl>
      <div>
        <h3 className="mb-1 font-semibold">Payload</h3>
        {decoded === undefined && <p className="mb-1 text-warn">Unknown kind: payload shown undecoded.</p>}
        <JsonView value={event.payload} label="payload" />
      </div>
      <div>
        <h3 className="mb-1 font-semibold">References</h3>
        <Links payload={decoded ?? event.payload} />
      </div>
      {event.former !== true && (
        <div>
          <h3 className="mb-1 font-semibold">Other events in this transaction</h3>
          <SameTransaction event={event} onOpen={onOpen} />
        </div>
      )}
    </div>
  );
}

/** By this device's clock, and the delay since the chain. */
function Received({ at, onchain_at }: { at: number; onchain_at: string | null }) {
  const zone = useZone();
  const behind = onchain_at === null ? null : at - Date.parse(onchain_at);
  return (
    <>
      {absoluteTime(at, zone, { precise: true })}
      <span className="text-3">
        {' '}
        (this device&apos;s clock)
        {behind !== null && behind >= 0 && <>, {formatDuration(behind)} after the chain</>}
      </span>
    </>
  );
}
