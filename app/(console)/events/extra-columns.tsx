'use client';
// Columns that a reader adds to the feed: the transaction, and what an event says of an amount, a tool or a leader.
import { createColumnHelper, type ColumnDef } from '@tanstack/react-table';
import { createContext, use } from 'react';
import { layoutKeys, readLayout } from '@/components/data-table/column-layout';
import { columnId } from '@/components/data-table/columns';
import { nextSort, readSort, sortedRows, sortText, type Sort } from '@/components/data-table/sort-rows';
import { usePageUrl } from '@/components/listing/use-url';
import { Button } from '@/components/ui/button';
import { Popover } from '@/components/ui/popover';
import { Tip } from '@/components/ui/tip';
import { Amount } from '@/components/values/amount';
import { Fqn } from '@/components/values/fqn';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { withPageKeys } from '@/lib/client/filter-url';
import { rowKey, type EventRow } from '@/lib/client/live/event-window';
import { eventSentence } from '@/lib/view/event-sentences';
import type { Part } from '@/lib/view/sentence-parts';

const column = createColumnHelper<EventRow>();

/** Keys of the rows whose transaction is that of the row above. */
export const SameTransaction = createContext<ReadonlySet<string>>(new Set());

/** The first row of consecutive ones names their transaction. */
function Transaction({ row }: { row: EventRow }) {
  const same = use(SameTransaction).has(rowKey(row));
  if (!same) return <Id family="transaction" value={row.tx_digest} />;
  return (
    <Tip className="text-3" tip={`same transaction as above: ${row.tx_digest}`}>
      <span aria-hidden>│</span>
      <span className="sr-only">same transaction as above</span>
    </Tip>
  );
}

/** What a row says first of an amount, a tool or a leader; null where it names none. */
const partOf = {
  amount: (row: EventRow) => firstPart(row, (part) => 'amount' in part),
  tool: (row: EventRow) => firstPart(row, (part) => 'fqn' in part),
  leader: (row: EventRow) =>
    firstPart(row, (part): part is Extract<Part, { id: string }> => 'id' in part && part.as === 'leader'),
};

function firstPart<Found extends Part>(row: EventRow, is: (part: Part) => part is Found): Found | null {
  return eventSentence(row.kind, row.payload).find(is) ?? null;
}

const notApplicable = (what: string) => (
  <Maybe value={null} reason={`not applicable: this event names no ${what}`} />
);

/** Sorts the loaded rows by its column. */
function SortHeader({ id, children }: { id: string; children: string }) {
  const url = usePageUrl();
  const sort = sortIn(url.search);
  const isSorted = sort?.column === id;
  const direction = sort?.descending ? 'descending' : 'ascending';
  const next = nextSort(sort, id);
  return (
    <button
      type="button"
      data-tip={`Sort loaded rows by ${children.toLowerCase()}`}
      aria-label={isSorted ? `${children}, ${direction}` : children}
      onClick={() =>
        url.replace(withPageKeys(url.search, { sort: next === null ? undefined : sortText(next) }))
      }
      className={isSorted ? 'text-text' : 'hover:text-text'}
    >
      {children}
      {isSorted && <span aria-hidden> {sort.descending ? '↓' : '↑'}</span>}
    </button>
  );
}

const COLUMNS = {
  transaction: column.display({
    id: 'transaction',
    header: 'Transaction',
    meta: { label: 'Transaction', bar: 'w-24' },
    cell: (cell) => <Transaction row={cell.row.original} />,
  }),
  amount: column.accessor((row) => partOf.amount(row)?.amount ?? null, {
    id: 'amount',
    header: () => <SortHeader id="amount">Amount</SortHeader>,
    meta: { label: 'Amount', numeric: true, bar: 'w-16' },
    cell: (cell) => {
      const part = partOf.amount(cell.row.original);
      return part === null ? (
        notApplicable('amount')
      ) : (
        <Amount value={part.amount} unit={part.unit} rounded />
      );
    },
  }),
  tool: column.accessor((row) => partOf.tool(row)?.fqn ?? null, {
    id: 'tool',
    header: () => <SortHeader id="tool">Tool</SortHeader>,
    meta: { label: 'Tool', bar: 'w-36' },
    cell: (cell) => {
      const fqn = cell.getValue();
      return fqn === null ? notApplicable('tool') : <Fqn value={fqn} />;
    },
  }),
  leader: column.accessor((row) => partOf.leader(row)?.id ?? null, {
    id: 'leader',
    header: () => <SortHeader id="leader">Leader</SortHeader>,
    meta: { label: 'Leader', bar: 'w-24' },
    cell: (cell) => {
      const leader = cell.getValue();
      return leader === null ? notApplicable('leader') : <Id family="leader" value={leader} />;
    },
  }),
} as const;
type Extra = keyof typeof COLUMNS;
const EXTRAS = Object.keys(COLUMNS) as Extra[];
/** As a layout knows them: the first column is always shown. */
const ALL = ['id', ...EXTRAS];

/** The order of the loaded rows that a URL asks for; null for the log's. */
export function sortIn(search: URLSearchParams): Sort | null {
  const sort = readSort(search.get('sort'));
  return chosenIn(search).some((name) => name === sort?.column) ? sort : null;
}

/** Rows by an added column, in base units; those without a value come last. */
export function sortedBy(rows: readonly EventRow[], sort: Sort | null): readonly EventRow[] {
  return sortedRows(rows, Object.values(COLUMNS) as ColumnDef<EventRow, never>[], sort);
}

/** Widths beside added columns, by column. */
const NARROWER: ReadonlyMap<string, string> = new Map(
  Object.entries({ what: 'sm:min-w-[280px]', kind: 'lg:min-w-[190px]' }),
);

function chosenIn(search: URLSearchParams): readonly Extra[] {
  const { always } = readLayout(search, ALL);
  return EXTRAS.filter((name) => always.includes(name));
}

/** The names of the added columns, in their order; the same text while they are the same. */
export function useExtraColumns(): string {
  return chosenIn(usePageUrl().search).join();
}

/** What happened keeps a readable width. */
function narrower(columns: ColumnDef<EventRow, never>[]): ColumnDef<EventRow, never>[] {
  return columns.map((column) => {
    const width = NARROWER.get(columnId(column));
    return width === undefined ? column : { ...column, meta: { ...column.meta, width } };
  });
}

/** The feed's columns with the added ones, which come before the last. */
export function withExtraColumns(columns: ColumnDef<EventRow, never>[], extras: string) {
  if (extras === '') return columns;
  const added = EXTRAS.filter((name) => extras.split(',').includes(name)).map((name) => COLUMNS[name]);
  const standard = narrower(columns);
  return [...standard.slice(0, -1), ...(added as ColumnDef<EventRow, never>[]), ...standard.slice(-1)];
}

/** The feed's columns beside an open event, which says the rest. */
export function besideDetail(columns: ColumnDef<EventRow, never>[]): ColumnDef<EventRow, never>[] {
  return narrower(columns)
    .slice(0, -1)
    .map((column) =>
      columnId(column) === 'kind' ? { ...column, meta: { ...column.meta, below: 'xl' } } : column,
    );
}

export function ExtraColumnsMenu() {
  const url = usePageUrl();
  const extraColumns = chosenIn(url.search);
  const toggle = (name: Extra) => {
    const always = extraColumns.includes(name)
      ? extraColumns.filter((other) => other !== name)
      : [...extraColumns, name];
    const { columns } = layoutKeys({ hidden: [], always, order: ALL }, ALL);
    url.replace(withPageKeys(url.search, { columns }));
  };
  return (
    <Popover label="Columns" trigger={<Button>Columns</Button>}>
      <ul>
        {EXTRAS.map((name) => (
          <li key={name}>
            <label className="flex items-center gap-2 py-0.5">
              <input
                type="checkbox"
                className="accent-(--color-accent)"
                checked={extraColumns.includes(name)}
                onChange={() => toggle(name)}
              />
              {COLUMNS[name].meta?.label}
            </label>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
