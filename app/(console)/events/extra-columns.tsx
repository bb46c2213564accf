'use client';
// Columns that a reader adds to the feed: the transaction, and what an event says of an amount, a tool or a leader.
import { createColumnHelper, type ColumnDef } from '@tanstack/react-table';
import { createContext, use } from 'react';
import { layoutKeys, readLayout } from '@/components/data-table/column-layout';
import { columnId } from '@/components/data-table/columns';
import { usePageUrl } from '@/components/listing/use-url';
import { Button } from '@/components/ui/button';
import { Popover } from '@/components/ui/popover';
import { Amount } from '@/components/values/amount';
import { Fqn } from '@/components/values/fqn';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { withPageKeys } from '@/lib/client/filters';
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
    <span className="text-3" data-tip={`same transaction as above: ${row.tx_digest}`}>
      <span aria-hidden>│</span>
      <span className="sr-only">same transaction as above</span>
    </span>
  );
}

/** The first part of an event's sentence that is of this type. */
function firstPart<Found extends Part>(row: EventRow, is: (part: Part) => part is Found): Found | undefined {
  return eventSentence(row.kind, row.payload).find(is);
}

const named = (what: string) => <Maybe value={null} reason={`not applicable: this event names no ${what}`} />;

const COLUMNS = {
  transaction: column.display({
    id: 'transaction',
    header: 'Transaction',
    meta: { bar: 'w-24' },
    cell: (cell) => <Transaction row={cell.row.original} />,
  }),
  amount: column.display({
    id: 'amount',
    header: 'Amount',
    meta: { numeric: true, bar: 'w-16' },
    cell: (cell) => {
      const part = firstPart(cell.row.original, (one) => 'amount' in one);
      return part ? <Amount value={part.amount} unit={part.unit} rounded /> : named('amount');
    },
  }),
  tool: column.display({
    id: 'tool',
    header: 'Tool',
    meta: { bar: 'w-36' },
    cell: (cell) => {
      const part = firstPart(cell.row.original, (one) => 'fqn' in one);
      return part ? <Fqn value={part.fqn} /> : named('tool');
    },
  }),
  leader: column.display({
    id: 'leader',
    header: 'Leader',
    meta: { bar: 'w-24' },
    cell: (cell) => {
      const part = firstPart(
        cell.row.original,
        (one): one is Extract<Part, { id: string }> => 'id' in one && one.as === 'leader',
      );
      return part ? <Id family="leader" value={part.id} /> : named('leader');
    },
  }),
} as const satisfies Record<string, ColumnDef<EventRow>>;
type Extra = keyof typeof COLUMNS;
const EXTRAS = Object.keys(COLUMNS) as Extra[];
/** As a layout knows them: the first column is always shown. */
const ALL = ['id', ...EXTRAS];

/** Widths beside added columns, by column. */
const NARROWER: Readonly<Record<string, string>> = { what: 'sm:min-w-[280px]', kind: 'lg:min-w-[190px]' };

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
  return columns.map((one) => {
    const width = NARROWER[columnId(one)];
    return width === undefined ? one : { ...one, meta: { ...one.meta, width } };
  });
}

/** The feed's columns with the added ones, which come before the last. */
export function withExtraColumns(columns: ColumnDef<EventRow, never>[], extras: string) {
  if (extras === '') return columns;
  const added = EXTRAS.filter((name) => extras.split(',').includes(name)).map((name) => COLUMNS[name]);
  const own = narrower(columns);
  return [...own.slice(0, -1), ...(added as ColumnDef<EventRow, never>[]), ...own.slice(-1)];
}

/** The feed's columns beside an open event, which says the rest. */
export function besideDetail(columns: ColumnDef<EventRow, never>[]): ColumnDef<EventRow, never>[] {
  return narrower(columns)
    .slice(0, -1)
    .map((one) => (columnId(one) === 'kind' ? { ...one, meta: { ...one.meta, below: 'xl' } } : one));
}

export function ExtraColumnsMenu() {
  const url = usePageUrl();
  const chosen = chosenIn(url.search);
  const toggle = (name: Extra) => {
    const always = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name];
    const { columns } = layoutKeys({ hidden: [], always, order: ALL, widths: {} }, ALL);
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
                checked={chosen.includes(name)}
                onChange={() => toggle(name)}
              />
              {COLUMNS[name].header as string}
            </label>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
