'use client';
import { Pause, Play } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { usePageUrl } from '@/app/(console)/use-url';
import { DataTable } from '@/components/data-table/data-table';
import { useIdle } from '@/components/data-table/use-idle';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { countAbove } from '@/lib/client/event-rows';
import { scopeOf } from '@/lib/client/failure';
import { withPageKeys } from '@/lib/client/filters';
import type { EventQuery } from '@/lib/client/queries/event-history';
import { useEventRows } from '@/lib/client/use-event-rows';
import { eventColumns } from './columns';
import { EventDetail } from './event-detail';
import { FeedHead } from './feed-head';

const NOUN = { one: 'event', many: 'events' };
/** Rows drawn at first, and how many more a press adds. */
const STEP = 100;
const NONE: ReadonlySet<string> = new Set();

interface EventsFeedProps {
  query: EventQuery;
  onClear: () => void;
  /** Notes and filters, between the head and the rows. */
  children: ReactNode;
}

/** The rows of one set of filters. Nothing moves under the reader: what is newer is counted until it is asked for. */
export function EventsFeed({ query, onClear, children }: EventsFeedProps) {
  const url = usePageUrl();
  const region = useRef<HTMLDivElement>(null);
  const idle = useIdle(region);
  const data = useEventRows(query);
  const [paused, setPaused] = useState(false);
  const [limit, setLimit] = useState(STEP);
  const [top, setTop] = useState<bigint | null>(null);
  const openId = url.search.get('event');

  const { rows } = data;
  const newest = rows[0]?.id;
  // The log started again when the newest id lies below the one that stood on top.
  const follow =
    top === null || (newest !== undefined && newest < top) || (idle && !paused && openId === null);
  if (newest !== undefined && follow && newest !== top) setTop(newest);
  const above = top === null ? 0 : countAbove(rows, top);
  const shown = rows.slice(above, above + limit);
  const hasOlder = above + limit < rows.length || !data.atEnd;

  const open = (id: bigint | null) =>
    url.push(withPageKeys(url.search, { event: id === null ? undefined : id.toString() }));
  const close = () => {
    open(null);
    const row = region.current?.querySelector(`[data-row="${CSS.escape(openId ?? '')}"] [data-row-main]`);
    if (row instanceof HTMLElement) row.focus({ preventScroll: true });
  };
  const older = () => {
    setLimit(limit + STEP);
    if (above + limit + STEP > rows.length && !data.atEnd) data.loadOlder();
  };

  return (
    <>
      <PageHeader
        title="Events"
        note={
          data.total === null ? undefined : (
            <span data-tip="The index counts stored events; one that cannot be decoded is counted and not shown.">
              about {data.total.toLocaleString('en-GB')}
            </span>
          )
        }
        actions={
          data.live && (
            <Button aria-pressed={paused} onClick={() => setPaused(!paused)}>
              {paused ? <Play size={13} aria-hidden /> : <Pause size={13} aria-hidden />}
              {paused ? 'Go on' : 'Pause'}
            </Button>
          )
        }
      />
      {children}
      <DataTable
        label="events"
        noun={NOUN}
        columns={eventColumns}
        view={{
          rows: shown,
          total: data.total,
          place: { size: 50, offset: 0 },
          next_token: null,
          loading: data.loading,
          fetching: data.fetching,
          changing: false,
          failure: data.failure,
          trying: data.trying,
          answered_at: data.answered_at,
          newer: above,
          left: NONE,
          filters: query,
          scope: scopeOf('events.list'),
          showNewer: () => setTop(newest ?? null),
          retry: data.retry,
        }}
        rowId={(row) => row.id.toString()}
        onOpen={(row) => open(row.id)}
        openId={openId}
        empty="Events appear as the index reads them from the chain."
        head={<FeedHead live={data.live} paused={paused} />}
        onClear={onClear}
        onFirst={() => undefined}
        region={region}
      />
      {shown.length > 0 && (
        <div className="flex items-center gap-3 pt-2.5 text-3">
          {hasOlder ? (
            <Button onClick={older} disabled={data.loadingOlder}>
              {data.loadingOlder ? 'Loading…' : 'Load older events'}
            </Button>
          ) : (
            'These are all there are.'
          )}
          <span>{shown.length.toLocaleString('en-GB')} shown</span>
        </div>
      )}
      {openId !== null && (
        <EventDetail
          id={openId}
          event={rows.find((row) => row.id.toString() === openId)}
          onOpen={open}
          onClose={close}
          onOlder={data.atEnd || data.loading ? undefined : older}
        />
      )}
    </>
  );
}
