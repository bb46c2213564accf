'use client';
import { useQueryClient } from '@tanstack/react-query';
import type { ColumnDef } from '@tanstack/react-table';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { ColumnsMenu } from '@/components/data-table/columns-menu';
import { DataTable } from '@/components/data-table/data-table';
import { FilterBar } from '@/components/data-table/filter-bar';
import { controlsOf, type FilterLabels } from '@/components/data-table/filter-controls';
import { Pager } from '@/components/data-table/pager';
import { SelectionBar } from '@/components/data-table/selection-bar';
import { rangeText, type Noun } from '@/components/data-table/table-view';
import { useIdle } from '@/components/data-table/use-idle';
import { Button } from '@/components/ui/button';
import { tokenBefore } from '@/lib/client/listing-window';
import { wholeQuery } from '@/lib/client/queries/whole-query';
import { useListing, type ListingState } from '@/lib/client/use-listing';
import { requestPath } from '@/lib/contract/endpoint-url';
import type { Item, ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import { listingMoves } from './listing-actions';
import { ListingNotes, WholeNote } from './listing-notes';
import { SavedViews } from './saved-views';
import { useTableTools } from './use-table-tools';
import { usePageUrl } from './use-url';

const ExportDialog = lazy(async () => ({
  default: (await import('@/components/export/export-dialog')).ExportDialog,
}));

interface ListingTableProps<Name extends ListingName> {
  name: Name;
  params: ParamsInput<Name>;
  noun: Noun;
  columns: ColumnDef<Item<Name>, never>[];
  labels: FilterLabels<Name>;
  /** Filters that can be asked for "unknown": the index cannot, so the page looks through all rows itself. */
  unknowable?: readonly string[];
  rowId: (row: Item<Name>) => string;
  rowHref?: (row: Item<Name>) => string | undefined;
  /** What it means that there are none. */
  empty?: ReactNode;
  /** Drawn above the filters with the listing's state: the page's header. */
  header?: (state: ListingState<Item<Name>>, actions: ReactNode) => ReactNode;
  /** Takes the place of the table when the listing is refused and the page knows another way. */
  instead?: (state: ListingState<Item<Name>>) => ReactNode;
}

const NONE: readonly string[] = [];

/** A listing endpoint as a page: filters, rows, pages, all of it in the URL. */
export function ListingTable<Name extends ListingName>(props: ListingTableProps<Name>) {
  const {
    name,
    params,
    noun,
    columns,
    labels,
    rowId,
    rowHref,
    empty,
    header,
    instead,
    unknowable = NONE,
  } = props;
  const url = usePageUrl();
  const client = useQueryClient();
  const region = useRef<HTMLDivElement>(null);
  const state = useListing(name, params, url.search, { rowId, idle: useIdle(region), unknowable });
  const [dialog, setDialog] = useState<'export' | 'compare' | null>(null);

  const { change, clear, goTo, setSize, setWhole } = listingMoves(name, url, state, unknowable);
  const tools = useTableTools({ name, columns, url, unknowable, onFilter: change });
  const { place, next_token, whole, unknown } = state;
  const isHeld = url.search.has('as_of') || url.search.has('of');
  const replacement = instead?.(state);
  const controls = controlsOf(name, labels, unknowable);
  const range = whole === null ? rangeText(state, noun) : `all ${state.rows.length} loaded`;
  const actions = (
    <>
      <SavedViews />
      <ColumnsMenu columns={columns} tools={tools} />
      <Button disabled={state.rows.length === 0} onClick={() => setDialog('export')}>
        Export
      </Button>
    </>
  );
  // What the index is asked for: what is unknown is found here.
  const asked = Object.fromEntries(
    Object.entries(state.filters).filter(([key]) => key !== unknown),
  ) as QueryInput<Name>;
  const wholeOptions = wholeQuery(name, params, rowId, asked);
  const selectedRows = state.rows.filter((row) => tools.selected.has(rowId(row)));
  return (
    <>
      {header?.(state, actions)}
      <ListingNotes dropped={state.dropped} renamed={state.renamed} columns={tools.layout.gone} />
      {replacement ?? (
        <>
          {(controls.length > 0 || header === undefined) && (
            <FilterBar
              controls={controls}
              filters={state.filters}
              onChange={change}
              onClear={clear}
              note={range}
              actions={header === undefined ? actions : undefined}
            />
          )}
          {whole !== null && (
            <WholeNote
              noun={noun}
              state={state}
              unknown={unknown}
              reading={wholeOptions.queryKey}
              onPages={() => setWhole(false)}
            />
          )}
          <SelectionBar
            count={selectedRows.length}
            noun={noun}
            onCompare={() => setDialog('compare')}
            onNone={() => tools.onSelected(new Set())}
          >
            <Button size="small" onClick={() => setDialog('export')}>
              Export
            </Button>
          </SelectionBar>
          <DataTable
            label={noun.many}
            noun={noun}
            columns={columns}
            view={{
              ...state,
              // Above a window that is held still stands the first page, with everything that is newer.
              showNewer: isHeld ? () => goTo(undefined) : state.showNewer,
            }}
            rowId={rowId}
            {...(rowHref === undefined ? {} : { rowHref })}
            empty={empty}
            tools={tools}
            comparing={dialog === 'compare'}
            onCompared={() => setDialog(null)}
            onClear={clear}
            onFirst={() => goTo(undefined)}
            region={region}
          />
          {whole === null && (place.offset > 0 || next_token !== null || url.search.has('page_size')) && (
            <Pager
              range={range}
              sorted={tools.sort !== null}
              total={state.total}
              size={place.size}
              atStart={place.offset === 0}
              atEnd={next_token === null || state.changing}
              pinned={isHeld}
              onFirst={() => goTo(undefined)}
              onBefore={() => goTo(tokenBefore(place))}
              onNext={() => goTo(next_token === null ? undefined : String(next_token))}
              onSize={setSize}
              onWhole={() => setWhole(true)}
            />
          )}
        </>
      )}
      <Suspense>
        {dialog === 'export' && (
          <ExportDialog
            noun={noun}
            request={requestPath(name, params, asked)}
            readAll={async () => {
              const all = await client.fetchQuery({ ...wholeOptions, staleTime: 0 });
              return { ...all, items: all.items as readonly object[] };
            }}
            reading={wholeOptions.queryKey}
            selected={selectedRows as readonly object[]}
            loaded={state.rows as readonly object[]}
            total={state.total}
            narrowedHere={
              unknown === null ? null : `only the rows whose ${unknown} is unknown, found in the browser`
            }
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </>
  );
}
