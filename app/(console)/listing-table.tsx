'use client';
import type { ColumnDef } from '@tanstack/react-table';
import { useRef, type ReactNode } from 'react';
import { ColumnsMenu } from '@/components/data-table/columns-menu';
import { DataTable } from '@/components/data-table/data-table';
import { FilterBar, type ChangeFilters } from '@/components/data-table/filter-bar';
import { controlsOf, type FilterLabels } from '@/components/data-table/filter-controls';
import { Pager } from '@/components/data-table/pager';
import { rangeText, type Noun } from '@/components/data-table/table-view';
import { useIdle } from '@/components/data-table/use-idle';
import { withFilters, withPageKeys } from '@/lib/client/filters';
import { canPin, newestTime, tokenBefore } from '@/lib/client/listing-window';
import { useListing, type ListingState } from '@/lib/client/use-listing';
import type { Item, ListingName, ParamsInput } from '@/lib/contract/endpoints';
import { ListingNotes } from './listing-notes';
import { usePageUrl } from './use-url';

interface ListingTableProps<Name extends ListingName> {
  name: Name;
  params: ParamsInput<Name>;
  noun: Noun;
  columns: ColumnDef<Item<Name>, never>[];
  labels: FilterLabels<Name>;
  rowId: (row: Item<Name>) => string;
  rowHref?: (row: Item<Name>) => string | undefined;
  /** What it means that there are none. */
  empty?: ReactNode;
  /** Drawn above the filters with the listing's state: the page's header. */
  header?: (state: ListingState<Item<Name>>, columnsMenu: ReactNode) => ReactNode;
  /** Takes the place of the table when the listing is refused and the page knows another way. */
  instead?: (state: ListingState<Item<Name>>) => ReactNode;
}

function createdAt(row: unknown): string | null {
  const time = (row as { created_at?: unknown }).created_at;
  return typeof time === 'string' ? time : null;
}

/** A listing endpoint as a page: filters, rows, pages, all of it in the URL. */
export function ListingTable<Name extends ListingName>(props: ListingTableProps<Name>) {
  const { name, params, noun, columns, labels, rowId, rowHref, empty, header, instead } = props;
  const url = usePageUrl();
  const region = useRef<HTMLDivElement>(null);
  const state = useListing(name, params, url.search, { rowId, idle: useIdle(region) });
  const hidden = (url.search.get('columns') ?? '').split(',').filter((id) => id !== '');

  const change: ChangeFilters = (filters, { steady = false } = {}) =>
    (steady ? url.replace : url.push)(withFilters(name, url.search, filters));
  const clear = () => change(Object.fromEntries(Object.keys(state.filters).map((key) => [key, undefined])));
  const goTo = (page_token: string | undefined) => {
    const pinned = url.search.get('as_of');
    const edge = pinned ?? (canPin(name) ? newestTime(state.rows, createdAt) : null);
    const as_of = page_token === undefined ? undefined : (edge ?? undefined);
    url.push(withPageKeys(url.search, { page_token, as_of, peek: undefined }));
    window.scrollTo({ top: 0 });
  };
  const setSize = (size: number) =>
    url.push(withFilters(name, url.search, { page_size: size === 20 ? undefined : String(size) }));
  const setHidden = (ids: string[]) =>
    url.replace(withPageKeys(url.search, { columns: ids.length === 0 ? undefined : ids.join(',') }));

  const { place, next_token } = state;
  const replacement = instead?.(state);
  const controls = controlsOf(name, labels);
  const range = rangeText(state, noun);
  return (
    <>
      {header?.(state, <ColumnsMenu columns={columns} hidden={hidden} onHidden={setHidden} />)}
      <ListingNotes dropped={state.dropped} renamed={state.renamed} />
      {replacement ?? (
        <>
          {controls.length > 0 && (
            <FilterBar
              controls={controls}
              filters={state.filters}
              onChange={change}
              onClear={clear}
              note={range}
            />
          )}
          <DataTable
            label={noun.many}
            noun={noun}
            columns={columns}
            view={{
              ...state,
              // Above a pinned window stands the first page, with everything that is newer.
              showNewer: url.search.has('as_of') ? () => goTo(undefined) : state.showNewer,
            }}
            rowId={rowId}
            {...(rowHref === undefined ? {} : { rowHref })}
            empty={empty}
            hidden={hidden}
            onClear={clear}
            onFirst={() => goTo(undefined)}
            region={region}
          />
          {(place.offset > 0 || next_token !== null || url.search.has('page_size')) && (
            <Pager
              range={range}
              size={place.size}
              atStart={place.offset === 0}
              atEnd={next_token === null || state.changing}
              pinned={url.search.has('as_of')}
              onFirst={() => goTo(undefined)}
              onBefore={() => goTo(tokenBefore(place))}
              onNext={() => goTo(next_token === null ? undefined : String(next_token))}
              onSize={setSize}
            />
          )}
        </>
      )}
    </>
  );
}
