'use client';
import { getCoreRowModel, useReactTable, type ColumnDef, type VisibilityState } from '@tanstack/react-table';
import { useRef, type ReactNode, type RefObject } from 'react';
import { TableRows, type TablePart } from './table-rows';
import { AgedBar, Failed, NewerBar, Nothing, TryingBar } from './table-states';
import { stateOf, type Noun, type TableView } from './table-view';

const MOST_SKELETON_ROWS = 12;

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
  hidden?: readonly string[];
  onHidden?: (hidden: string[]) => void;
  onClear: () => void;
  onFirst: () => void;
  /** Gets the table's controls that stand elsewhere on the page. */
  region?: RefObject<HTMLDivElement | null>;
}

function visibilityOf(hidden: readonly string[]): VisibilityState {
  return Object.fromEntries(hidden.map((id) => [id, false]));
}

/** The headless table behind the rows. */
function useTable<Row>(
  props: Pick<DataTableProps<Row>, 'columns' | 'view' | 'rowId' | 'hidden' | 'onHidden'>,
) {
  const { columns, view, rowId, hidden = [], onHidden } = props;
  const columnVisibility = visibilityOf(hidden);
  return useReactTable<Row>({
    data: view.rows as Row[],
    columns: columns as ColumnDef<Row>[],
    getRowId: rowId,
    getCoreRowModel: getCoreRowModel(),
    state: { columnVisibility },
    onColumnVisibilityChange: (update) => {
      const next = typeof update === 'function' ? update(columnVisibility) : update;
      onHidden?.(Object.keys(next).filter((id) => next[id] === false));
    },
  });
}

/** One table for every listing, in all its states. It holds no state of its own: URL and answers are the page's. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, noun, view, rowHref, onOpen, openId, empty, head, part, onClear, onFirst, region } = props;
  const table = useTable(props);
  const own = useRef<HTMLDivElement>(null);
  const state = stateOf(view);
  const bare =
    state === 'failed' || state === 'filtered-out' || state === 'empty' || state === 'beyond-the-end';
  return (
    <div
      ref={region ?? own}
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
        />
      )}
      {state === 'failed' && view.failure !== null && (
        <Failed
          failure={view.failure}
          noun={noun}
          scope={view.scope}
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
