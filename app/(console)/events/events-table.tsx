'use client';
import { useCallback, useEffect, useMemo, useRef, type RefObject } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { readSort } from '@/components/data-table/sort-rows';
import { usePageUrl } from '@/components/listing/use-url';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { failureOf } from '@/lib/client/api-error';
import { positionOf, rowKey, WINDOW_LIMITS, type EventRow } from '@/lib/client/live/event-window';
import type { EventRows } from '@/lib/client/live/use-event-rows';
import type { EventQuery } from '@/lib/client/queries/event-queries';
import { groupDigits } from '@/lib/view/amount';
import { groupEvents, groupings, type Grouping } from '@/lib/view/event-groups';
import { events } from '@/lib/view/paths';
import { eventColumns, Groups, NewestTimed } from './columns';
import {
  besideDetail,
  SameTransaction,
  sortedBy,
  sortIn,
  useExtraColumns,
  withExtraColumns,
} from './extra-columns';
import { usePrinting } from '@/components/ui/use-media';
import { useVirtualRows, type RowHeights } from '@/components/data-table/virtual-rows';

/** What the URL groups the events by; null for none. */
export function groupingIn(search: URLSearchParams): Grouping | null {
  return groupings.find((by) => by === search.get('group')) ?? null;
}

const NOUN = { singular: 'event', plural: 'events' };
/** Older rows are loaded when fewer than this remain below the view. */
const PREFETCH_ROWS = 40;
/** The first rows are in view without scrolling. */
const IN_VIEW = 12;
/** Rows loaded at most to find a linked event in its time window. */
const MAX_SEARCHED = 1_000;

/** Kept across pages, so that Back finds the rows where they were. */
const HEIGHTS: RowHeights = { measured: [] };

interface EventsTableProps {
  data: EventRows;
  query: EventQuery;
  /** The index ignores a filter: rows are filtered here, and older ones are read on request only. */
  filteredHere: boolean;
  openKey: string | null;
  onOpen: (row: EventRow) => void;
  onClear: () => void;
  region: RefObject<HTMLDivElement | null>;
}

/** Renders the rows in view; loads older ones on scrolling. */
export function EventsTable(props: EventsTableProps) {
  const { data, query, filteredHere, openKey, onOpen, onClear, region } = props;
  const { view, rows, end, former, atEnd, full, loadingOlder, olderError } = data;
  const url = usePageUrl();
  const order = url.search.get('sort');
  const sort = sortIn(url.search);
  const isSorted = sort !== null;
  const by = groupingIn(url.search);
  const groups = useMemo(() => {
    const all = by === null ? [] : groupEvents([...rows.slice(0, end).reverse(), ...former], by);
    return new Map(all.map((group) => [rowKey(group.lead), group]));
  }, [by, rows, end, former]);
  /** Null in the order of the log, without groups. */
  const sorted = useMemo(() => {
    if (by !== null)
      return sortedBy(
        [...groups.values()].map(({ lead }) => lead),
        readSort(order),
      );
    return isSorted ? sortedBy([...rows.slice(0, end).reverse(), ...former], readSort(order)) : null;
  }, [by, groups, isSorted, order, rows, end, former]);
  const count = sorted?.length ?? end + former.length;
  const rowAt = useCallback(
    (index: number) => {
      if (sorted !== null) return sorted[index];
      return index < end ? rows[end - 1 - index] : former[index - end];
    },
    [sorted, rows, end, former],
  );
  const keyOf = useCallback(
    (index: number) => {
      const row = rowAt(index);
      return row === undefined ? String(index) : rowKey(row);
    },
    [rowAt],
  );
  const virtualRows = useVirtualRows(region, count, keyOf, HEIGHTS);
  const { first } = virtualRows;
  const last = Math.min(virtualRows.end, count);
  const visibleRows = useMemo(
    () =>
      Array.from({ length: Math.max(0, last - first) }, (_, index) => rowAt(first + index)).filter(
        (row) => row !== undefined,
      ),
    [rowAt, first, last],
  );

  const extras = useExtraColumns();
  const hasDetail = openKey !== null;
  const columns = useMemo(
    () => (hasDetail ? besideDetail(eventColumns) : withExtraColumns(eventColumns, extras)),
    [hasDetail, extras],
  );
  const sameTransaction = useMemo(() => {
    const above = (place: number) => (place === 0 ? rowAt(first - 1) : visibleRows[place - 1]);
    return new Set(
      visibleRows
        .filter(({ tx_digest }, place) => above(place)?.tx_digest === tx_digest)
        .map((row) => rowKey(row)),
    );
  }, [visibleRows, rowAt, first]);

  const newestTimed = useMemo(
    () => rows.slice(0, end).findLast(({ onchain_at }) => typeof onchain_at === 'string')?.id ?? null,
    [rows, end],
  );

  // A group's events may be anywhere.
  const seenRows = sorted === null ? last : end;
  useEffect(() => view.seen(seenRows), [view, seenRows]);
  const isFiltered = Object.keys(query).length > 0;
  const hasOlder = !atEnd && !full && !data.streamOnly;
  const mayReadOlder = hasOlder && olderError === null;
  // Older rows would move sorted ones: they are read on request.
  const printing = usePrinting();
  const readsAhead = !filteredHere && !isSorted && !printing;
  const enough = sorted === null ? end - PREFETCH_ROWS : count;
  const wantsOlder = last >= enough && end > 0 && mayReadOlder && readsAhead;
  useEffect(() => {
    if (wantsOlder && !loadingOlder) view.loadOlder();
  }, [view, wantsOlder, loadingOlder]);

  // A link to an event scrolls to its row once, if it is loaded.
  const linked = useRef({ query, key: openKey });
  useEffect(() => {
    if (linked.current.query !== query) linked.current = { query, key: openKey };
    const { key } = linked.current;
    const position = key === null || sorted !== null ? -1 : positionOf(rows, end, key);
    if (position < 0) {
      // In a time window, events indexed late come first.
      const near = key !== null && query.created_before !== undefined && end < MAX_SEARCHED;
      if (near && end > 0 && mayReadOlder && !loadingOlder) view.loadOlder();
      return;
    }
    linked.current = { query, key: null };
    if (position > IN_VIEW) virtualRows.scrollTo(position);
  });

  return (
    // Scroll anchoring below the rows would drag the reader through history as rows are added above.
    <div className="[overflow-anchor:none]">
      <div className="[--rows-below:140px] [&>div]:rounded-t-none [&>div]:border-t-0">
        <NewestTimed value={newestTimed}>
          <SameTransaction value={sameTransaction}>
            <Groups value={groups}>
              <DataTable
                label="events"
                noun={NOUN}
                columns={columns}
                view={{
                  rows: visibleRows,
                  position: { size: 50, offset: 0 },
                  loading: data.loading || (data.needsHistory && count === 0 && data.failure === null),
                  fetching: data.fetching,
                  failure: data.failure,
                  retrying: data.trying,
                  answered_at: data.answered_at,
                  filters: query,
                  retry: data.retry,
                }}
                part={{
                  before: virtualRows.before,
                  after: virtualRows.after,
                  first: virtualRows.first,
                  count: atEnd ? count : null,
                  ...(virtualRows.measure === undefined ? {} : { measure: virtualRows.measure }),
                }}
                rowId={rowKey}
                onOpen={onOpen}
                openId={openKey}
                empty="Events appear as the index reads them from the chain."
                noMatch={
                  hasOlder ? (
                    <EmptyState
                      kind="not-produced"
                      title={
                        isFiltered ? 'No matches among the events loaded so far' : 'No events loaded yet'
                      }
                      action={
                        <Button size="small" disabled={loadingOlder} onClick={() => view.loadOlder()}>
                          {loadingOlder ? 'Loading older events…' : 'Load older events'}
                        </Button>
                      }
                    >
                      {olderError === null
                        ? isFiltered && 'Older events may match.'
                        : `Could not load older events: ${olderError.message}`}
                    </EmptyState>
                  ) : undefined
                }
                onClear={onClear}
                region={region}
              />
            </Groups>
          </SameTransaction>
        </NewestTimed>
      </div>
      {count > 0 && (
        <div className="flex min-h-10 flex-wrap items-center gap-3 pt-2.5 text-3">
          <OlderEvents data={data} query={query} />
          <span>
            {groupDigits(end + former.length)} loaded{by !== null && ` in ${groupDigits(count)} groups`}
          </span>
        </div>
      )}
    </div>
  );
}

/** Below the rows: what is known of older events, and the way to them. */
function OlderEvents({ data, query }: Pick<EventsTableProps, 'data' | 'query'>) {
  const { view, rows, atEnd, full, loadingOlder, olderError } = data;
  const load = () => view.loadOlder();
  const failure = failureOf(olderError);
  if (failure !== null)
    return (
      <>
        <span className="text-warn">Could not load older events: {failure.message}</span>
        <Button size="small" onClick={load}>
          Retry
        </Button>
      </>
    );
  if (data.streamOnly) return 'Older events are not available from this index';
  if (atEnd) return 'End of list';
  if (full) return <OlderThan row={rows[0]} query={query} />;
  if (loadingOlder) return 'Loading older events…';
  return <Button onClick={load}>Load older events</Button>;
}

/** At the maximum number of loaded rows, older ones open in a time window of their own. */
function OlderThan({ row, query }: { row: EventRow | undefined; query: EventQuery }) {
  const at = row?.onchain_at;
  if (at === undefined || at === null)
    return <>Showing {groupDigits(WINDOW_LIMITS.reading)} events. Filter by time to see older ones.</>;
  return (
    <a href={events({ ...query, created_before: at })} className="text-accent hover:underline">
      Show older events
    </a>
  );
}
