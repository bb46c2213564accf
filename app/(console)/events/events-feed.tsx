'use client';
import dynamic from 'next/dynamic';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { usePageUrl } from '@/components/listing/use-url';
import { useIdle } from '@/components/data-table/use-idle';
import { rowKey, rowOf, type EventRow } from '@/lib/client/event-rows';
import { withPageKeys } from '@/lib/client/filters';
import { useLive } from '@/lib/client/live/use-live';
import type { EventQuery } from '@/lib/client/queries/event-history';
import { useEventRows } from '@/lib/client/use-event-rows';
import { EventAnnouncer } from './event-announcer';
import { EventsHead } from './events-head';
import { EventsTable } from './events-table';
import { FeedHead } from './feed-head';
import { NewerStrip } from './newer-strip';

/** Opened now and then: fetched when the page has come to rest. */
const EventDetail = dynamic(() => import('./event-detail').then((file) => file.EventDetail), { ssr: false });

interface EventsFeedProps {
  query: EventQuery;
  onClear: () => void;
  /** The saved filters of the page. */
  views: ReactNode;
  /** Notes and filters, between the head and the rows. */
  children: ReactNode;
}

/** The rows of one set of filters. Nothing moves under the reader: what is newer is counted until it is asked for. */
export function EventsFeed({ query, onClear, views, children }: EventsFeedProps) {
  const url = usePageUrl();
  const { checker } = useLive();
  const region = useRef<HTMLDivElement>(null);
  const idle = useIdle(region);
  const data = useEventRows(query);
  const { source, rows, end, newer, former, live } = data;
  const [paused, setPaused] = useState(false);
  const openKey = url.search.get('event');
  const following = live && idle && !paused && openKey === null;

  useEffect(() => source.follow(following || !live), [source, following, live]);
  useEffect(() => (live ? checker.attend() : undefined), [checker, live]);

  const open = useCallback(
    (row: Pick<EventRow, 'id' | 'former'> | null) =>
      url.push(withPageKeys(url.search, { event: row === null ? undefined : rowKey(row) })),
    [url],
  );
  const openId = useCallback((id: bigint) => open({ id }), [open]);
  const close = () => {
    open(null);
    const row = region.current?.querySelector(`[data-row="${CSS.escape(openKey ?? '')}"] [data-row-main]`);
    if (row instanceof HTMLElement) row.focus({ preventScroll: true });
  };

  return (
    <>
      <EventsHead
        total={data.total}
        live={live}
        paused={paused}
        onPaused={setPaused}
        query={query}
        source={source}
        views={views}
      />
      {children}
      <EventAnnouncer />
      <div className="sticky top-12 z-10 rounded-t-md border border-line bg-surface">
        <FeedHead live={live} paused={paused} />
        {live && <NewerStrip newer={newer} following={following} onShow={source.showNewer} onOpen={openId} />}
      </div>
      {former.length > 0 && (
        <p role="status" className="border-x border-t border-line bg-surface px-3 py-1.5 text-warn">
          The event log started again. Rows marked “previous log” belong to the former one: their ids name
          other events now.
        </p>
      )}
      <EventsTable
        data={data}
        query={query}
        openKey={openKey}
        onOpen={open}
        onClear={onClear}
        region={region}
      />
      {openKey !== null && (
        <EventDetail
          key={openKey}
          name={openKey}
          event={former.find((row) => rowKey(row) === openKey) ?? rowOf(rows, end, openKey)}
          onOpen={open}
          onClose={close}
        />
      )}
    </>
  );
}
