import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { causeOf } from '@/components/data-table/table-states';
import { ErrorPanel } from '@/components/ui/error-panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Id } from '@/components/values/id';
import { JsonView } from '@/components/values/json-view';
import { Linked } from '@/components/values/linked';
import { Maybe } from '@/components/values/maybe';
import { Sentence } from '@/components/values/sentence';
import { Time } from '@/components/values/time';
import { useZone } from '@/components/values/zone';
import type { EventRow } from '@/lib/client/event-rows';
import { failureOf } from '@/lib/client/failure';
import { eventsOfTransaction } from '@/lib/client/queries/event-queries';
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';
import { groupDigits } from '@/lib/view/amount';
import { eventSentence } from '@/lib/view/event-sentences/event-sentence';
import { nullReason } from '@/lib/view/null-reasons';
import { payloadLinks } from '@/lib/view/payload-links';
import { absoluteTime, formatDuration } from '@/lib/view/time';
import { Kind } from './columns';

/** The events of the same transaction: what else happened in that step. */
function SameTransaction({ event, onOpen }: { event: EventRow; onOpen: (row: EventRow) => void }) {
  const { data, error, refetch } = useQuery(eventsOfTransaction(event.tx_digest));
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
    <>
      <ul>
        {others.map((other) => (
          <li key={other.id.toString()}>
            <button
              type="button"
              onClick={() => onOpen(other)}
              className="flex w-full items-center gap-2 rounded-sm px-1.5 py-1 text-left hover:bg-surface-3"
            >
              <span className="mono text-3">{groupDigits(other.id)}</span>
              <Kind kind={other.kind} />
            </button>
          </li>
        ))}
      </ul>
      {!data.complete && (
        <p className="text-3">
          There are more: <Id family="transaction" value={event.tx_digest} />
        </p>
      )}
    </>
  );
}

/** What the payload names, each with its page. */
function Links({ payload }: { payload: unknown }) {
  const links = payloadLinks(payload);
  if (links.length === 0) return <p className="text-3">it names nothing that has an id</p>;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1">
      {links.map(({ path, family, value }) => (
        <Fragment key={value}>
          <dt className="mono text-3">{path}</dt>
          <dd className="min-w-0">
            <Linked family={family} value={value} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Everything that is known of one event. */
export function EventFacts({ event, onOpen }: { event: EventRow; onOpen: (row: EventRow) => void }) {
  const decoded = decodePayload(event.kind, event.payload);
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
        <dt className="text-3">Indexed</dt>
        <dd>
          <Maybe
            value={null}
            reason="an event record does not say when the index wrote it down; it did so between the two other times"
          />
        </dd>
        <dt className="text-3">Received</dt>
        <dd>
          {event.received_at === undefined ? (
            <Maybe value={null} reason="it was read from the history, not received over the stream" />
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
          <Id family="transaction" value={event.tx_digest} />
        </dd>
      </dl>
      <div>
        <h3 className="mb-1 font-semibold">Payload</h3>
        {decoded === undefined && (
          <p className="mb-1 text-warn">This console cannot decode it: it is shown as it came.</p>
        )}
        <JsonView value={event.payload} label="payload" />
      </div>
      <div>
        <h3 className="mb-1 font-semibold">It names</h3>
        <Links payload={decoded ?? event.payload} />
      </div>
      {event.former !== true && (
        <div>
          <h3 className="mb-1 font-semibold">Also in this transaction</h3>
          <SameTransaction event={event} onOpen={onOpen} />
        </div>
      )}
    </div>
  );
}

/** Our own clock, and how far behind the chain that was. */
function Received({ at, onchain_at }: { at: number; onchain_at: string | null }) {
  const zone = useZone();
  const behind = onchain_at === null ? null : at - Date.parse(onchain_at);
  return (
    <>
      {absoluteTime(at, zone, { precise: true })}
      <span className="text-3">
        , this device&apos;s clock
        {behind !== null && behind >= 0 && <>: {formatDuration(behind)} after the chain</>}
      </span>
    </>
  );
}
