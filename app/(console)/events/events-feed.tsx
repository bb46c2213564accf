'use client';
import dynamic from 'next/dynamic';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useIdle } from '@/components/data-table/use-idle';
import { usePageUrl } from '@/components/listing/use-url';
import { withPageKeys } from '@/lib/client/filters';
import { findRow, rowKey, type EventRow } from '@/lib/client/live/event-window';
import { useEventRows } from '@/lib/client/live/use-event-rows';
import { useLive } from '@/lib/client/live/use-live';
import type { EventQuery } from '@/lib/client/queries/event-queries';
import { EventAnnouncer } from './event-announcer';
import { EventsHead } from './events-head';
import { EventsTable } from './events-table';
import { FeedHead } from './feed-head';
import { NewerStrip } from './newer-strip';

const EventDetail = dynamic(() => import('./event-detail').then((file) => file.EventDetail), { ssr: false });

const VERIFY_EVERY_MS = 30_000;

interface EventsFeedProps {
  query: EventQuery;
  onClear: () => void;
  savedViews: ReactNode;
  /** Notes and filters, between the header and the rows. */
  children: ReactNode;
}

/** The events of one filter. Rows never move while they are read: newer ones are counted until requested. */
export function EventsFeed({ query, onClear, savedViews, children }: EventsFeedProps) {
  const url = usePageUrl();
  const { verifier } = useLive();
  const region = useRef<HTMLDivElement>(null);
  const idle = useIdle(region);
  const data = useEventRows(query);
  const { view, rows, end, newer, former, live, received } = data;
  const [paused, setPaused] = useState(false);
  const openKey = url.search.get('event');
  const following = live && idle && !paused && openKey === null;

  useEffect(() => view.follow(following || !live), [view, following, live]);
  useEffect(() => (live ? verifier.watch() : undefined), [verifier, live]);
  // Somebody who reads older rows wants their time on chain, which live events do not carry.
  useEffect(() => {
    if (live && !following) verifier.request(VERIFY_EVERY_MS);
  }, [verifier, live, following]);

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
        answered_at={data.answered_at}
        live={live}
        paused={paused}
        onPaused={setPaused}
        query={query}
        view={view}
        savedViews={savedViews}
      />
      {children}
      <EventAnnouncer key={JSON.stringify(query)} view={view} />
      <div className="sticky top-12 z-10 rounded-t-md border border-line bg-surface">
        <FeedHead view={view} live={live} paused={paused} received={received} />
        {live && (
          <NewerStrip
            newer={newer}
            following={following}
            received={received}
            onShow={view.showNewer}
            onOpen={openId}
          />
        )}
      </div>
      {former.length > 0 && (
        <p role="status" className="border-x border-t border-line bg-surface px-3 py-1.5 text-warn">
          The event log was reset. Rows marked “previous log” are from before: their IDs now belong to other
          events.
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
          event={former.find((row) => rowKey(row) === openKey) ?? findRow(rows, end, openKey)}
          onOpen={open}
          onClose={close}
        />
      )}
    </>
  );
}
