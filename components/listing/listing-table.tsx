'use client';
import type { ColumnDef } from '@tanstack/react-table';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { columnSums } from '@/components/data-table/column-sums';
import { exportUnits } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { FilterBar } from '@/components/data-table/filter-bar';
import {
  type ChangeFilters,
  controlsOf,
  labelsOf,
  type FilterLabels,
} from '@/components/data-table/filter-controls';
import { Pager } from '@/components/data-table/pager';
import { RowSums } from '@/components/data-table/row-sums';
import { SelectionBar } from '@/components/data-table/selection-bar';
import { isOutOfOrder } from '@/components/data-table/sort-rows';
import { rangeText, type Noun } from '@/components/data-table/table-view';
import { NewerBar } from '@/components/data-table/table-states';
import { useIdle } from '@/components/data-table/use-idle';
import { Button, buttonClass } from '@/components/ui/button';
import { copyText } from '@/components/ui/copy-text';
import { readAllRows } from '@/lib/client/queries/all-pages-query';
import { withDefaults } from '@/lib/client/filter-url';
import { useList, type ListView } from '@/lib/client/use-list';
import { requestPath } from '@/lib/contract/endpoint-url';
import type { Item, ListingName, ParamsInput, QueryInput } from '@/lib/contract/endpoints';
import { groupDigits } from '@/lib/view/amount';
import { tabText } from '@/lib/view/export-file';
import { listActions } from './list-actions';
import { IgnoredFiltersNote, ListingNotes } from './listing-notes';
import { LoadAllNote } from './load-all-note';
import { SavedViews } from './saved-views';
import { useConstantColumns } from './use-constant-columns';
import { useSnapshot } from './use-snapshot';
import { useTableTools } from './use-table-tools';
import { usePageUrl } from './use-url';
import { Popover } from '@/components/ui/popover';
import type { ColumnsListProps } from '@/components/data-table/columns-list';

const NONE = {};
/** All rows of a list that is read at a glance. */
const FEW_ROWS = 5;

const ColumnsList = dynamic(
  async () => (await import('@/components/data-table/columns-list')).ColumnsList<unknown>,
);
const ExportDialog = dynamic(async () => (await import('@/components/export/export-dialog')).ExportDialog);

function ColumnsMenu<Row>({ columns, tools }: ColumnsListProps<Row>) {
  return (
    <Popover label="Columns" trigger={<Button>Columns</Button>}>
      <ColumnsList {...({ columns, tools } as ColumnsListProps<unknown>)} />
    </Popover>
  );
}

/** What a list is made of, on its page and wherever else its rows are shown. */
export interface List<Name extends ListingName> {
  name: Name;
  noun: Noun;
  columns: ColumnDef<Item<Name>, never>[];
  labels: FilterLabels<Name>;
  rowId: (row: Item<Name>) => string;
  rowHref?: (row: Item<Name>) => string | undefined;
  /** The page that compares two selected rows. */
  comparison?: (left: Item<Name>, right: Item<Name>) => { label: string; href: string };
}

export interface ListingTableProps<Name extends ListingName> extends List<Name> {
  params: ParamsInput<Name>;
  /** What is shown while the URL neither filters nor sorts; not used with an index that ignores these filters. */
  defaults?: QueryInput<Name>;
  /** The page's own filters, before the others. */
  chips?: (filters: Readonly<Record<string, string>>, change: ChangeFilters) => ReactNode;
  /** Beside the number of rows. */
  note?: string;
  /** When the first row will appear. */
  empty?: ReactNode;
  /** The heading of a page that consists of this list; without `actions` where the table is replaced. */
  header?: (total: number | null, actions: ReactNode) => ReactNode;
  /** Replaces the table, e.g. where the index doesn't provide the list. */
  instead?: (view: ListView<Item<Name>>) => ReactNode;
}

/** A listing endpoint with filters, rows and pages, all of it in the URL. */
export function ListingTable<Name extends ListingName>(props: ListingTableProps<Name>) {
  const { name, params, noun, columns, labels, rowId, rowHref, empty, header, defaults = NONE } = props;
  const [hasDefaults, setHasDefaults] = useState(true);
  const pageUrl = usePageUrl();
  const url = useMemo(
    () => (hasDefaults ? { ...pageUrl, search: withDefaults(name, pageUrl.search, defaults) } : pageUrl),
    [name, pageUrl, defaults, hasDefaults],
  );
  const region = useRef<HTMLDivElement>(null);
  const idle = useIdle(region);
  const state = useList(name, params, url.search, { rowId, idle });
  const { ignored: ignoredFilters, unchecked } = state.filterCheck;
  if (hasDefaults && [...ignoredFilters, ...unchecked].some((filter) => filter in defaults))
    setHasDefaults(false);
  const takeSnapshot = useSnapshot(name, params, url, state, idle);
  const [isExporting, setExporting] = useState(false);

  const { change, goTo, setSize, setLoadAll } = listActions(name, url, state);
  const tools = useTableTools({ name, columns, url, onFilter: change });
  const { view, filterCheck, total, pages } = state;
  const { rows, position } = view;
  const { next_token, ordered, before } = pages;
  const isOrderIgnored = ordered && tools.sort !== null && isOutOfOrder(pages.answered, columns, tools.sort);
  const loaded = typeof state.loadAll.state === 'string' ? null : state.loadAll.state;
  const isPage = loaded === null;
  // Those that the page always sets are no filters that a reader could clear.
  const activeFilters = Object.fromEntries(
    Object.entries(view.filters).filter(([key]) => !(key in defaults)),
  );
  const isFiltered = Object.keys(activeFilters).length > 0;
  const isWhole = pages.first && next_token === null && view.rows.length > 0;
  const constant = useConstantColumns(columns, view.rows, {
    isFiltered: isFiltered || view.changing,
    isWhole,
  });
  const coversList = (id: string) => {
    if (loaded !== null) return loaded.complete;
    const isSorted = tools.sort?.column === id;
    return isWhole || (!isOrderIgnored && (isSorted ? ordered : tools.ordersBy(id)));
  };
  const table = { ...tools, coversList, constant };
  const sortedPart = tools.sort !== null && coversList(tools.sort.column) ? 'list' : 'page';
  const replacement = props.instead?.(view);
  const controls = controlsOf(name, labels);
  const range = isPage
    ? rangeText({ rows, position, total, uncounted: pages.uncounted, ...filterCheck }, noun)
    : `${loaded.complete ? 'all' : 'first'} ${groupDigits(rows.length)} loaded`;
  const ignored = labelsOf(controls, filterCheck.ignored);
  const selectedRows = useMemo(
    () => rows.filter((row) => tools.selected.has(rowId(row))),
    [rows, tools.selected, rowId],
  );
  const selectedSums = useMemo(() => columnSums(columns, selectedRows), [columns, selectedRows]);
  // Those of one page would be taken for the list's.
  const sums = useMemo(() => (isPage ? [] : columnSums(columns, rows)), [columns, isPage, rows]);
  const [left, right, ...others] = selectedRows;
  const isPair = left !== undefined && right !== undefined && others.length === 0;
  const compared = isPair ? props.comparison?.(left, right) : undefined;
  // A few rows need none of this, unless it was used.
  const isPlain = !isFiltered && tools.sort === null && !url.search.has('columns');
  const actions =
    isWhole && rows.length <= FEW_ROWS && isPlain ? undefined : (
      <>
        <SavedViews />
        <ColumnsMenu columns={columns} tools={table} />
        <Button disabled={rows.length === 0 && next_token === null} onClick={() => setExporting(true)}>
          Export
        </Button>
      </>
    );
  const goNext =
    next_token === null || view.changing
      ? undefined
      : () => {
          pages.noteNext(String(next_token));
          goTo(String(next_token));
        };
  const filters = view.filters as QueryInput<Name>;
  const clear = () => change(Object.fromEntries(Object.keys(activeFilters).map((key) => [key, undefined])));
  return (
    <>
      {header?.(total, replacement === undefined ? actions : undefined)}
      <ListingNotes
        dropped={filterCheck.dropped}
        renamed={filterCheck.renamed}
        columns={tools.layout.unknown}
      />
      {replacement ?? (
        <>
          {(controls.length > 0 || header === undefined) && (
            <FilterBar
              controls={controls}
              filters={activeFilters}
              onChange={change}
              onClear={clear}
              ignored={filterCheck.ignored}
              note={props.note === undefined || rows.length === 0 ? range : `${range} · ${props.note}`}
              actions={header === undefined ? actions : undefined}
            >
              {props.chips?.(activeFilters, change)}
            </FilterBar>
          )}
          <IgnoredFiltersNote ignored={ignored} unchecked={labelsOf(controls, filterCheck.unchecked)} />
          {isOrderIgnored && (
            <p role="note" className="mb-2.5 text-warn">
              This index doesn&apos;t order the whole list by this column; only the loaded rows are sorted.
            </p>
          )}
          {state.loadAll.state !== 'off' && (
            <LoadAllNote noun={noun} state={state} onPages={() => setLoadAll(false)} />
          )}
          {sums.length > 0 && (
            <div className="mb-2.5 rounded-md border border-line px-3 py-1.5">
              <RowSums label={`Figures of the loaded ${noun.plural}`} sums={sums} />
            </div>
          )}
          <div className="flex flex-col">
            <SelectionBar
              count={selectedRows.length}
              sums={selectedSums}
              noun={noun}
              onNone={() => tools.onSelected(new Set())}
            >
              {compared !== undefined && (
                <Link className={buttonClass('small')} href={compared.href} prefetch={false}>
                  {compared.label}
                </Link>
              )}
              <Button
                size="small"
                onClick={() =>
                  void copyText(tabText(selectedRows as readonly object[], exportUnits(columns)))
                }
              >
                Copy rows
              </Button>
              <Button size="small" onClick={() => setExporting(true)}>
                Export
              </Button>
            </SelectionBar>
            <NewerBar
              newer={view.newer}
              noun={noun}
              onShow={() => {
                view.showNewer();
                if (pages.snapshot !== null) goTo(null);
              }}
            />
            <DataTable
              label={noun.plural}
              noun={noun}
              columns={columns}
              view={{ ...view, filters: activeFilters, more: next_token !== null }}
              rowId={rowId}
              {...(rowHref === undefined ? {} : { rowHref })}
              onLeave={takeSnapshot}
              empty={empty}
              tools={table}
              onClear={clear}
              onFirst={() => goTo(null)}
              onNext={goNext}
              region={region}
            />
          </div>
          {isPage && (!pages.first || next_token !== null || url.search.has('page_size')) && (
            <Pager
              range={range}
              sorted={tools.sort === null ? null : sortedPart}
              total={total}
              size={position.size}
              order={tools.sort === null ? pages.order : null}
              first={pages.first}
              onFirst={() => goTo(null)}
              onBefore={before === undefined ? undefined : () => goTo(before)}
              onNext={goNext}
              onSize={setSize}
              onLoadAll={state.loadAll.state === 'off' ? () => setLoadAll(true) : undefined}
            />
          )}
        </>
      )}
      {isExporting && (
        <ExportDialog
          noun={noun}
          request={requestPath(name, params, filters)}
          readAll={async (options) => {
            const all = await readAllRows(name, params, rowId, filters, options);
            return { ...all, items: all.items as readonly object[] };
          }}
          selected={selectedRows as readonly object[]}
          loaded={rows as readonly object[]}
          total={total}
          units={exportUnits(columns)}
          ignoredFilters={ignored}
          onClose={() => setExporting(false)}
        />
      )}
    </>
  );
}
