'use client';
import { getCoreRowModel, useReactTable, type ColumnDef } from '@tanstack/react-table';
import dynamic from 'next/dynamic';
import { useMemo, useRef, type ReactNode, type RefObject } from 'react';
import { Failure } from '@/components/shell/read-failure';
import { usePrinting } from '@/components/ui/use-media';
import { ColumnDecimals, ColumnUnits } from '@/components/values/amount';
import { LongestDuration } from '@/components/values/duration';
import { TimeSpan } from '@/components/values/time';
import { decimalsFor, type Unit } from '@/lib/view/amount';
import { columnId, hiddenInWindow, valueReader, valueText } from './columns';
import type { PeekPanel as PeekPanelOf } from './peek-panel';
import { useReturnToRow } from './restore-row-focus';
import { sortedRows } from './sort-rows';
import { usePlaced } from './use-placed';
import { TableRows, type TablePart } from './table-rows';
import { AgedBar, Empty, RetryingBar } from './table-states';
import { type TableTools, stateOf, type Noun, type TableView } from './table-view';

const MAX_SKELETON_ROWS = 12;
const CellActions = dynamic(async () => (await import('./cell-actions')).CellActions);
// `dynamic` drops a component's type parameter.
const PeekPanel = dynamic(async () => (await import('./peek-panel')).PeekPanel) as typeof PeekPanelOf;

interface DataTableProps<Row> {
  label: string;
  noun: Noun;
  columns: ColumnDef<Row, never>[];
  view: TableView<Row>;
  rowId: (row: Row) => string;
  rowHref?: (row: Row) => string | undefined;
  /** Called before a link in a row is followed; returns the search part that the page's URL should have on Back. */
  onLeave?: () => URLSearchParams;
  onOpen?: (row: Row) => void;
  openId?: string | null;
  /** When the first row will appear. */
  empty?: ReactNode;
  /** Instead of "No …", where rows may follow. */
  noMatch?: ReactNode;
  head?: ReactNode;
  /** Set when `view.rows` is only the visible part of a longer table. */
  part?: TablePart;
  /** Column layout, sorting, selection and preview, for a table that is a page's list. */
  tools?: TableTools<Row>;
  /** Without filters and pages there is nothing to clear. */
  onClear?: () => void;
  onFirst?: () => void;
  /** Undefined where the next page can't be opened. */
  onNext?: (() => void) | undefined;
  region?: RefObject<HTMLDivElement | null>;
}

function withAlwaysShown<Row>(
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

function useTable<Row>({ columns, view, rowId, tools }: DataTableProps<Row>) {
  const { column, descending } = tools?.sort ?? { column: null, descending: false };
  const layout = tools?.layout;
  // New objects mean new rows and columns to the library.
  const sorted = useMemo(
    () => sortedRows(view.rows, columns, column === null ? null : { column, descending }),
    [view.rows, columns, column, descending],
  );
  const data = usePlaced(sorted, `${column}.${descending}`, view.pinned === true, rowId) as Row[];
  const always = layout?.always.join();
  const shownColumns = useMemo(() => withAlwaysShown(columns, always?.split(',') ?? []), [columns, always]);
  const printing = usePrinting();
  const state = useMemo(() => {
    const extra = shownColumns.filter(({ meta }) => meta?.extra).map(columnId);
    const unlessChosen = [...(tools?.constant ?? []), ...extra].filter(
      (id) => layout?.always.includes(id) !== true && id !== column,
    );
    const hidden = [
      ...(layout?.hidden ?? []),
      ...unlessChosen,
      ...(printing ? hiddenInWindow(shownColumns) : []),
    ];
    return {
      columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
      columnOrder: [...(layout?.order ?? [])],
    };
  }, [layout, tools?.constant, column, printing, shownColumns]);
  return useReactTable<Row>({
    data,
    autoResetAll: false,
    columns: shownColumns as ColumnDef<Row>[],
    getRowId: rowId,
    getCoreRowModel: getCoreRowModel(),
    state,
  });
}

const DAY_MS = 86_400_000;

/** From the earliest to the latest time in the rows, in whole days: it changes rarely. Null without times. */
function useTimeSpan<Row>(rows: readonly Row[], columns: readonly ColumnDef<Row, never>[]) {
  const [from, to] = useMemo(() => {
    const readers = columns.flatMap((column) => (column.meta?.moment ? (valueReader(column) ?? []) : []));
    const days = rows
      .flatMap((row) => readers.map((read) => Date.parse(String(read(row))) / DAY_MS))
      .filter(Number.isFinite);
    return days.length === 0 ? [] : [Math.floor(Math.min(...days)), Math.ceil(Math.max(...days))];
  }, [rows, columns]);
  return useMemo(
    () => (from === undefined || to === undefined ? null : { from: from * DAY_MS, to: to * DAY_MS }),
    [from, to],
  );
}

/** The decimals of the columns of amounts. */
function useDecimals<Row>(rows: readonly Row[], columns: readonly ColumnDef<Row, never>[]) {
  const text = useMemo(() => {
    const decimals = columns.flatMap((column) => {
      const { unit } = column.meta ?? {};
      const read = valueReader(column);
      if (unit === undefined || unit === 'ms' || read === undefined) return [];
      const amounts = rows.map(read).filter((value) => typeof value === 'bigint');
      return [[columnId(column), decimalsFor(amounts.map(Number))]];
    });
    return JSON.stringify(decimals);
  }, [rows, columns]);
  return useMemo(() => new Map(JSON.parse(text) as [string, number][]), [text]);
}

/** The units of the columns whose unit follows from the rows, where it is the same in all and known. */
function useUnits<Row>(rows: readonly Row[], columns: readonly ColumnDef<Row, never>[]) {
  const text = useMemo(() => {
    const units = columns.flatMap((column): [string, Unit][] => {
      const { unit } = column.meta ?? {};
      const [first, ...others] = typeof unit === 'function' ? new Set(rows.map(unit)) : [];
      const isKnown = (first === 'sui' || first === 'us') && others.length === 0;
      return isKnown ? [[columnId(column), first]] : [];
    });
    return JSON.stringify(units);
  }, [rows, columns]);
  return useMemo(() => new Map(JSON.parse(text) as [string, Unit][]), [text]);
}

/** The longest duration in the rows, in ms. Null without one. */
function useLongest<Row>(rows: readonly Row[], columns: readonly ColumnDef<Row, never>[]): number | null {
  return useMemo(() => {
    const readers = columns.flatMap((column) =>
      column.meta?.unit === 'ms' ? (valueReader(column) ?? []) : [],
    );
    return rows
      .flatMap((row) => readers.map((read) => Number(read(row) ?? Number.NaN)))
      .filter(Number.isFinite)
      .reduce<number | null>((longest, ms) => Math.max(longest ?? 0, ms), null);
  }, [rows, columns]);
}

/** The table of every list, in all its states. It has no state of its own: that is in the page's URL and answers. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, noun, view, rowHref, onOpen, openId, empty, head, part, onClear, onFirst, tools } = props;
  const table = useTable(props);
  const span = useTimeSpan(view.rows, props.columns);
  const longest = useLongest(view.rows, props.columns);
  const decimals = useDecimals(view.rows, props.columns);
  const units = useUnits(view.rows, props.columns);
  const localRef = useRef<HTMLDivElement>(null);
  const frame = props.region ?? localRef;
  const state = stateOf(view);
  const { rows, rowsById } = table.getRowModel();
  useReturnToRow(frame, rows);
  const peeked = rowsById[tools?.peek ?? ''];
  const bare = state !== 'rows' && state !== 'loading';
  return (
    <div
      ref={frame}
      data-state={state}
      className="relative min-w-0 overflow-x-auto rounded-md border border-line bg-surface"
    >
      {head}
      {state === 'rows' && <AgedBar view={view} noun={noun} />}
      <RetryingBar view={view} noun={noun} />
      {!bare && (
        <TimeSpan value={span}>
          <ColumnDecimals value={decimals}>
            <ColumnUnits value={units}>
              <LongestDuration value={longest}>
                <TableRows
                  table={table}
                  label={label}
                  rowHref={rowHref}
                  onLeave={props.onLeave}
                  onOpen={onOpen}
                  openId={openId}
                  removed={view.removed}
                  faded={view.changing === true}
                  part={part}
                  skeleton={state === 'loading' ? Math.min(view.position.size, MAX_SKELETON_ROWS) : 0}
                  tools={tools}
                />
              </LongestDuration>
            </ColumnUnits>
          </ColumnDecimals>
        </TimeSpan>
      )}
      {tools !== undefined && state === 'rows' && (
        <CellActions
          frame={frame}
          onPeek={tools.onPeek}
          text={(row, column) => valueText(rowsById[row]?.getValue(column))}
          filter={(row, column) => {
            const found = rowsById[row];
            const change = found === undefined ? null : tools.filterOf(column, found.original);
            return change === null ? undefined : () => tools.onFilter(change);
          }}
        />
      )}
      {tools !== undefined && peeked !== undefined && (
        <PeekPanel row={peeked} noun={noun} href={rowHref?.(peeked.original)} tools={tools} />
      )}
      {state === 'failed' && view.failure !== null && (
        <Failure
          what={noun.plural}
          error={view.failure}
          onRetry={view.retry}
          retrying={view.fetching === true}
        />
      )}
      {bare &&
        state !== 'failed' &&
        (props.noMatch ?? (
          <Empty state={state} noun={noun} onClear={onClear} onFirst={onFirst} onNext={props.onNext}>
            {empty}
          </Empty>
        ))}
    </div>
  );
}
