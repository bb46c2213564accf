import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { causeOf } from '@/components/shell/failure';
import { ErrorPanel } from '@/components/ui/error-panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Id } from '@/components/values/id';
import { JsonView } from '@/components/values/text-block';
import { Linked } from '@/components/values/linked';
import { Maybe } from '@/components/values/maybe';
import { Sentence } from '@/components/values/sentence';
import { Time } from '@/components/values/time';
import { useZone } from '@/components/values/preferences';
import type { EventRow } from '@/lib/client/live/event-window';
import { failureOf } from '@/lib/client/failure';
import { eventsOfTransaction } from '@/lib/client/queries/event-queries';
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';
import { groupDigits } from '@/lib/view/amount';
import { eventSentence } from '@/lib/view/event-sentences';
import { nullReason } from '@/lib/view/null-reasons';
import { payloadLinks } from '@/lib/view/payload-links';
import { absoluteTime, formatDuration } from '@/lib/view/time';
import { Kind } from './columns';

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
  const others = data.items.filter((one) => one.id !== event.id);
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
              <span className="mono text-3">{groupDigits(other.id)}</span>
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
          <dt className="mono text-3">{path}</dt>
          <dd className="min-w-0">
            <Linked family={family} value={value} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Everything known about one event. */
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
                ? 'live events carry no time on chain; it is loaded from the history'
                : nullReason('eventRecord', 'onchain_at')
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
          <Id family="transaction" value={event.tx_digest} />
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
