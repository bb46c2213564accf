'use client';
import { useReactTable, type ColumnDef } from '@tanstack/react-table';
import { lazy, Suspense, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { valueText } from './cell-text';
import { keptRowModel } from './kept-row-model';
import { useReturnToRow } from './row-memory';
import { columnId, sortedRows } from './sort-rows';
import { TableRows, type TablePart } from './table-rows';
import { Failure } from '@/components/shell/failure';
import { AgedBar, NewerBar, Nothing, TryingBar } from './table-states';
import type { TableTools } from './table-tools';
import { stateOf, type Noun, type TableView } from './table-view';

const MOST_SKELETON_ROWS = 12;
const CellActions = lazy(async () => ({ default: (await import('./cell-actions')).CellActions }));
const PeekPanel = lazy(async () => ({ default: (await import('./peek-panel')).PeekPanel }));
const CompareRows = lazy(async () => ({ default: (await import('./compare-rows')).CompareRows }));

interface DataTableProps<Row> {
  label: string;
  noun: Noun;
  // The values of columns differ in type; only the row's type is common to all.
  columns: ColumnDef<Row, never>[];
  view: TableView<Row>;
  rowId: (row: Row) => string;
  rowHref?: (row: Row) => string | undefined;
  onOpen?: (row: Row) => void;
  openId?: string | null;
  /** What an empty listing means here. */
  empty?: ReactNode;
  /** Above the rows, inside the frame. */
  head?: ReactNode;
  /** Set where `view.rows` is only what is in sight of a longer table. */
  part?: TablePart;
  /** Columns to arrange, rows to sort, select and look at: for a table that is a page's listing. */
  tools?: TableTools<Row>;
  /** The selected rows are shown side by side. */
  comparing?: boolean;
  onCompared?: () => void;
  onClear: () => void;
  onFirst: () => void;
  /** Gets the table's controls that stand elsewhere on the page. */
  region?: RefObject<HTMLDivElement | null>;
}

/** The columns, those of them that were asked for in any window without the width they need. */
function withRoomFor<Row>(
  columns: ColumnDef<Row, never>[],
  always: readonly string[],
): ColumnDef<Row, never>[] {
  if (!columns.some((column) => always.includes(columnId(column)))) return columns;
  return columns.map((column) => {
    if (!always.includes(columnId(column))) return column;
    const { below: _, ...meta } = column.meta ?? {};
    return { ...column, meta };
  });
}

/** The headless table behind the rows. */
function useTable<Row>({ columns, view, rowId, tools }: DataTableProps<Row>) {
  const { column, descending } = tools?.sort ?? { column: null, descending: false };
  const layout = tools?.layout;
  const [rowModel] = useState(() => keptRowModel<Row>());
  // The library takes another array for other rows, and another state for other columns, and draws again.
  const data = useMemo(
    () => sortedRows(view.rows, columns, column === null ? null : { column, descending }) as Row[],
    [view.rows, columns, column, descending],
  );
  const state = useMemo(
    () => ({
      columnVisibility: Object.fromEntries((layout?.hidden ?? []).map((id) => [id, false])),
      columnOrder: [...(layout?.order ?? [])],
    }),
    [layout],
  );
  const always = layout?.always.join();
  const drawn = useMemo(() => withRoomFor(columns, always?.split(',') ?? []), [columns, always]);
  return useReactTable<Row>({
    data,
    autoResetAll: false,
    columns: drawn as ColumnDef<Row>[],
    getRowId: rowId,
    getCoreRowModel: rowModel,
    state,
  });
}

/** One table for every listing, in all its states. It holds no state of its own: URL and answers are the page's. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, noun, view, rowHref, onOpen, openId, empty, head, part, onClear, onFirst, tools } = props;
  const table = useTable(props);
  const own = useRef<HTMLDivElement>(null);
  const frame = props.region ?? own;
  const state = stateOf(view);
  useReturnToRow(frame, state === 'rows');
  const byId = new Map(table.getRowModel().rows.map((row) => [row.id, row]));
  const peeked = byId.get(tools?.peek ?? '');
  const compared =
    props.comparing === true ? [...byId.values()].filter((row) => tools?.selected.has(row.id)) : [];
  const bare =
    state === 'failed' || state === 'filtered-out' || state === 'empty' || state === 'beyond-the-end';
  return (
    <div
      ref={frame}
      data-state={state}
      className="relative min-w-0 overflow-x-auto rounded-md border border-line bg-surface"
    >
      {head}
      <NewerBar newer={view.newer} noun={noun} onShow={view.showNewer} />
      {state === 'rows' && <AgedBar view={view} noun={noun} />}
      <TryingBar view={view} noun={noun} />
      {!bare && (
        <TableRows
          table={table}
          label={label}
          rowHref={rowHref}
          onOpen={onOpen}
          openId={openId}
          left={view.left}
          faded={view.changing}
          part={part}
          skeleton={state === 'loading' ? Math.min(view.place.size, MOST_SKELETON_ROWS) : 0}
          tools={tools}
        />
      )}
      <Suspense>
        {tools !== undefined && state === 'rows' && (
          <CellActions
            frame={frame}
            onPeek={tools.onPeek}
            text={(row, column) => valueText(byId.get(row)?.getValue(column))}
            filter={(row, column) => {
              const found = byId.get(row);
              const change = found === undefined ? null : tools.filterOf(column, found.original);
              return change === null ? undefined : () => tools.onFilter(change);
            }}
          />
        )}
      </Suspense>
      <Suspense>
        {tools !== undefined && peeked !== undefined && (
          <PeekPanel
            row={peeked}
            noun={noun}
            href={rowHref?.(peeked.original)}
            tools={tools as TableTools<unknown>}
          />
        )}
        {compared.length > 1 && (
          <CompareRows rows={compared} noun={noun} onClose={() => props.onCompared?.()} />
        )}
      </Suspense>
      {state === 'failed' && view.failure !== null && (
        <Failure
          what={noun.many}
          error={view.failure}
          onRetry={view.retry}
          retrying={view.fetching === true}
        />
      )}
      {(state === 'filtered-out' || state === 'empty' || state === 'beyond-the-end') && (
        <Nothing state={state} noun={noun} onClear={onClear} onFirst={onFirst}>
          {empty}
        </Nothing>
      )}
    </div>
  );
}
