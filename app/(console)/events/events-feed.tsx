'use client';
import { Pause, Play } from 'lucide-react';
import dynamic from 'next/dynamic';
import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { AlertsPopover } from '@/components/alerts/alerts-popover';
import { useIdle } from '@/components/data-table/use-idle';
import { usePageUrl } from '@/components/listing/use-url';
import { causeOf } from '@/components/shell/failure';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { Age } from '@/components/values/age';
import { withPageKeys } from '@/lib/client/filter-url';
import type { EventView } from '@/lib/client/live/event-view';
import { type EventRow, findRow, rowKey } from '@/lib/client/live/event-window';
import { useEventRows } from '@/lib/client/live/use-event-rows';
import { useLive } from '@/lib/client/live/use-live';
import type { EventQuery } from '@/lib/client/queries/event-queries';
import type { FilterCheck } from '@/lib/client/use-filter-check';
import { counted, groupDigits } from '@/lib/view/amount';
import { ExtraColumnsMenu, sortIn } from './extra-columns';
import { EventsTable } from './events-table';
import { FeedHead, NewerStrip } from './feed-head';

const EVERY_MS = 10_000;

/** Announces the number of new matching events to screen readers, at most every ten seconds. */
function EventAnnouncer({ view }: { view: EventView }) {
  const announced = useRef(0);
  const [text, setText] = useState('');
  useEffect(() => {
    announced.current = view.state().received;
    const timer = setInterval(() => {
      const { received } = view.state();
      const fresh = received - announced.current;
      announced.current = received;
      if (fresh > 0) setText(counted(fresh, 'new event'));
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [view]);
  return (
    <div aria-live="polite" className="sr-only" data-announcer>
      {text}
    </div>
  );
}

const ExportMenu = dynamic(() => import('./export-menu').then((file) => file.ExportMenu), {
  ssr: false,
  loading: () => <Button disabled>Export</Button>,
});
const GoTo = dynamic(() => import('./go-to').then((file) => file.GoTo), {
  ssr: false,
  loading: () => <Button disabled>Go to</Button>,
});

interface EventsHeadProps {
  total: number | null;
  /** When the total was read, in milliseconds. */
  answered_at: number;
  /** New events are received, so the feed can be paused. */
  live: boolean;
  paused: boolean;
  onPaused: (paused: boolean) => void;
  query: EventQuery;
  view: EventView;
  savedViews: ReactNode;
}

/** The page's title and actions; not rendered with the rows. */
const EventsHead = memo(function EventsHead(props: EventsHeadProps) {
  const { total, answered_at, live, paused, onPaused, query, view, savedViews } = props;
  return (
    <PageHeader
      title="Events"
      note={
        total === null ? undefined : (
          <>
            <span data-tip="Stored events, including events that cannot be decoded">
              about {groupDigits(total)}
            </span>{' '}
            <Age at={answered_at} after={60_000} />
          </>
        )
      }
      actions={
        <>
          {live && (
            <Button aria-pressed={paused} onClick={() => onPaused(!paused)}>
              {paused ? <Play size={13} aria-hidden /> : <Pause size={13} aria-hidden />}
              {paused ? 'Resume' : 'Pause'}
            </Button>
          )}
          {savedViews}
          <ExtraColumnsMenu />
          <AlertsPopover trigger={<Button>Alerts</Button>} />
          <GoTo />
          <ExportMenu query={query} loaded={view.state} />
        </>
      }
    />
  );
});

const EventDetail = dynamic(() => import('./event-detail').then((file) => file.EventDetail), { ssr: false });

const VERIFY_EVERY_MS = 30_000;

interface EventsFeedProps {
  query: EventQuery;
  check: FilterCheck;
  onClear: () => void;
  savedViews: ReactNode;
  /** Notes and filters, between the header and the rows. */
  children: ReactNode;
}

/** The events of one filter. Rows never move while they are read: newer ones are counted until requested. */
export function EventsFeed({ query, check, onClear, savedViews, children }: EventsFeedProps) {
  const url = usePageUrl();
  const { verifier } = useLive();
  const region = useRef<HTMLDivElement>(null);
  const idle = useIdle(region);
  const data = useEventRows(query);
  const { view, rows, end, newer, former, live, received, withoutHistory } = data;
  const verifies = live && withoutHistory === null;
  const [paused, setPaused] = useState(false);
  const openKey = url.search.get('event');
  // New rows would move those that are being read.
  const following = live && idle && !paused && openKey === null && sortIn(url.search) === null;

  useEffect(() => view.follow(following || !live), [view, following, live]);
  useEffect(() => (verifies ? verifier.watch() : undefined), [verifier, verifies]);
  // Somebody who reads older rows wants their time on chain, which live events do not carry.
  useEffect(() => {
    if (verifies && !following) verifier.request(VERIFY_EVERY_MS);
  }, [verifier, verifies, following]);

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
    // Wide windows have room for the open event beside the rows.
    <div className={openKey === null ? undefined : 'xl:mr-[420px]'}>
      <EventsHead
        total={check.total === null ? null : data.total}
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
        <FeedHead view={view} live={live} verifies={verifies} paused={paused} received={received} />
        {live && (
          <NewerStrip
            newer={newer}
            following={following}
            received={received}
            onShow={() => view.showNewer()}
            onOpen={openId}
          />
        )}
      </div>
      {data.streamOnly && withoutHistory !== null && rows.length > 0 && (
        <p role="note" className="border-x border-t border-line bg-surface px-3 py-1.5 text-warn">
          This index doesn&apos;t provide the event history: {causeOf(withoutHistory)}. Only events received
          over the stream are shown.
        </p>
      )}
      {former.length > 0 && (
        <p role="status" className="border-x border-t border-line bg-surface px-3 py-1.5 text-warn">
          The event log was reset. Rows marked “previous log” are from before: their IDs now belong to other
          events.
        </p>
      )}
      <EventsTable
        data={data}
        query={query}
        filteredHere={check.ignored.length > 0}
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
    </div>
  );
}
