'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Unloaded } from '@/components/shell/read-failure';
import { Tip } from '@/components/ui/tip';
import { FamilyDot } from '@/components/values/family-dot';
import { Id } from '@/components/values/id';
import { Sentence } from '@/components/values/sentence';
import { ShowMore } from '@/components/values/show-more';
import { Time } from '@/components/values/time';
import type { EventRecord } from '@/lib/contract/events';
import { familyOf, shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { groupDigits } from '@/lib/view/amount';
import { eventSentence } from '@/lib/view/event-sentences';
import { familyLooks } from '@/lib/view/event-families';
import { nullReason } from '@/lib/view/null-reasons';
import { eventRecordReasons } from '@/lib/view/null-reasons/events';
import { events as eventsPath } from '@/lib/view/paths';
import { gapIn } from '@/lib/client/queries/events-about-query';
import { type EventSearch, SearchSummary } from './event-search';
import { useRowLimit } from '@/components/ui/use-row-limit';

function EventLine({ event }: { event: EventRecord }) {
  const family = familyOf(event.kind);
  return (
    <li className="col-span-full flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-b border-line/70 px-3 py-[7px] last:border-b-0 sm:grid sm:grid-cols-subgrid">
      <span className="text-2 sm:min-w-16">
        <Time
          at={event.onchain_at}
          clock="on chain"
          reason={nullReason(eventRecordReasons, 'onchain_at', event)}
        />
      </span>
      <Tip className="inline-flex items-center" tip={shortKindName(event.kind)}>
        {family !== undefined && <FamilyDot hue={familyLooks[family].hue} />}
      </Tip>
      <span className="order-last min-w-0 basis-full sm:order-none">
        <Sentence parts={eventSentence(event.kind, event.payload, event.previous)} />
      </span>
      <Link
        translate="no"
        href={eventsPath({ event: event.id.toString() })}
        prefetch={false}
        className="mono text-3 hover:text-accent hover:underline"
      >
        <span className="sr-only">event </span>
        {groupDigits(event.id)}
      </Link>
      <Id value={event.tx_digest} family="transaction" />
    </li>
  );
}

/** Events as aligned lines: time, sentence, id and transaction. */
function EventLines({ events }: { events: readonly EventRecord[] }) {
  return (
    <ol className="sm:grid sm:grid-cols-[auto_auto_minmax(0,1fr)_auto_auto] sm:gap-x-3">
      {events.map((event) => (
        <EventLine key={event.id.toString()} event={event} />
      ))}
    </ol>
  );
}

interface EventListProps {
  search: EventSearch;
  /** What couldn't be loaded: "the history of this tool". */
  what: string;
  none: string;
  /** The searched time window, in words. */
  within?: string | undefined;
}

/** The newest, with more on request. */
const FIRST_EVENTS = 20;

/** The events a search finds, newest first, and how far it looked. */
export function EventList({ search, what, none, within }: EventListProps) {
  const query = useQuery(search);
  const [limit, setLimit] = useRowLimit(FIRST_EVENTS);
  const { data } = query;
  if (data === undefined) return <Unloaded query={query} what={what} waiting="Searching events…" />;
  const visibleEvents = data.items.slice(0, limit);
  return (
    <>
      {data.items.length === 0 ? (
        <p className="text-2">{gapIn(data) === null ? none : `None found; ${gapIn(data)}`}</p>
      ) : (
        <div className="rounded-md border border-line bg-surface">
          <EventLines events={visibleEvents} />
          <ShowMore
            shown={visibleEvents.length}
            total={data.items.length}
            noun="events"
            onMore={() => setLimit(Infinity)}
            className="border-t border-line px-3 py-2"
          />
        </div>
      )}
      <SearchSummary about={data} within={within} />
    </>
  );
}

/** The events that mention a record; `noun`: `task`. */
export function RelatedEvents({
  search,
  noun,
  within,
}: {
  search: EventSearch;
  noun: string;
  within?: string;
}) {
  return (
    <EventList
      search={search}
      what={`the events of this ${noun}`}
      none={`No event mentions this ${noun}`}
      within={within}
    />
  );
}
