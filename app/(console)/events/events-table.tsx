'use client';
import { useCallback, useEffect, useMemo, useRef, type RefObject } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { Button } from '@/components/ui/button';
import { placeOf, rowKey, type EventRow } from '@/lib/client/event-rows';
import { failureOf, scopeOf } from '@/lib/client/failure';
import type { EventQuery } from '@/lib/client/queries/event-history';
import type { EventRows } from '@/lib/client/use-event-rows';
import { groupDigits } from '@/lib/view/amount';
import { events } from '@/lib/view/paths';
import { eventColumns } from './columns';
import { useVirtualRows } from '@/components/data-table/use-virtual-rows';

const NOUN = { one: 'event', many: 'events' };
const NONE: ReadonlySet<string> = new Set();
/** So many rows before the end older ones are read. */
const AHEAD = 40;
/** The first rows need no scrolling to. */
const IN_SIGHT = 12;
/** So many rows are read for an event that a link shows among its neighbours. */
const REACH = 1_000;

interface EventsTableProps {
  data: EventRows;
  query: EventQuery;
  openKey: string | null;
  onOpen: (row: EventRow) => void;
  onClear: () => void;
  region: RefObject<HTMLDivElement | null>;
}

/** The rows in sight; older ones are read as they are scrolled to. */
export function EventsTable({ data, query, openKey, onOpen, onClear, region }: EventsTableProps) {
  const { source, rows, end, former, atEnd, full, loadingOlder, olderFailure } = data;
  const count = end + former.length;
  // The newest stands on top.
  const rowAt = useCallback(
    (index: number) => (index < end ? rows[end - 1 - index] : former[index - end]),
    [rows, end, former],
  );
  const keyOf = useCallback(
    (index: number) => {
      const row = rowAt(index);
      return row === undefined ? String(index) : rowKey(row);
    },
    [rowAt],
  );
  const seen = useVirtualRows(region, count, keyOf);
  const { first } = seen;
  const last = Math.min(seen.end, count);
  const shown = useMemo(
    () =>
      Array.from({ length: Math.max(0, last - first) }, (_, index) => rowAt(first + index)).filter(
        (row) => row !== undefined,
      ),
    [rowAt, first, last],
  );

  useEffect(() => source.seen(last), [source, last]);
  const wantsOlder = last >= end - AHEAD && end > 0 && !atEnd && !full && olderFailure === null;
  useEffect(() => {
    if (wantsOlder && !loadingOlder) source.loadOlder();
  }, [source, wantsOlder, loadingOlder]);

  // A link to an event shows the row too, once, where it is among those loaded.
  const linked = useRef({ query, key: openKey });
  useEffect(() => {
    if (linked.current.query !== query) linked.current = { query, key: openKey };
    const { key } = linked.current;
    const place = key === null ? -1 : placeOf(rows, end, key);
    if (place < 0) {
      // What was indexed late stands above it in a window of its own time.
      const near = key !== null && query.created_before !== undefined && end < REACH;
      if (near && end > 0 && !atEnd && !full && !loadingOlder && olderFailure === null) source.loadOlder();
      return;
    }
    linked.current = { query, key: null };
    if (place > IN_SIGHT) seen.scrollTo(place);
  });

  const failure = failureOf(olderFailure);
  return (
    // No line here keeps its place on the screen: one that did, below the rows, would draw the reader through all of history as rows come above it.
    <div className="[overflow-anchor:none]">
      <div className="[--rows-below:140px] [&>div]:rounded-t-none [&>div]:border-t-0">
        <DataTable
          label="events"
          noun={NOUN}
          columns={eventColumns}
          view={{
            rows: shown,
            total: data.total,
            place: { size: 50, offset: 0 },
            next_token: null,
            loading: data.loading || (data.wants && count === 0 && data.failure === null),
            fetching: data.fetching,
            changing: false,
            failure: data.failure,
            trying: data.trying,
            answered_at: data.answered_at,
            newer: 0,
            left: NONE,
            filters: query,
            scope: scopeOf('events.list'),
            showNewer: source.showNewer,
            retry: data.retry,
          }}
          part={{
            before: seen.before,
            after: seen.after,
            first: seen.first,
            count: atEnd ? count : null,
            ...(seen.measure === undefined ? {} : { measure: seen.measure }),
          }}
          rowId={rowKey}
          onOpen={onOpen}
          openId={openKey}
          empty="Events appear as the index reads them from the chain."
          onClear={onClear}
          onFirst={() => undefined}
          region={region}
        />
      </div>
      {count > 0 && (
        <div className="flex min-h-10 flex-wrap items-center gap-3 pt-2.5 text-3">
          {failure !== null ? (
            <>
              <span className="text-warn">Older events could not be read: {failure.message}</span>
              <Button size="small" onClick={() => source.loadOlder()}>
                Try again
              </Button>
            </>
          ) : atEnd ? (
            'These are all there are.'
          ) : full ? (
            <OlderThan row={rows[0]} query={query} />
          ) : loadingOlder ? (
            'Reading older events…'
          ) : (
            <Button onClick={() => source.loadOlder()}>Load older events</Button>
          )}
          <span>{groupDigits(count)} held here</span>
        </div>
      )}
    </div>
  );
}

/** As many rows as a browser should hold: the older ones begin a window of their own. */
function OlderThan({ row, query }: { row: EventRow | undefined; query: EventQuery }) {
  const at = row?.onchain_at;
  if (at === undefined || at === null) return <>As many as are held at once; older ones by a time window.</>;
  return (
    <a href={events({ ...query, created_before: at })} className="text-accent hover:underline">
      Go on with the events before these
    </a>
  );
}
