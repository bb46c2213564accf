'use client';
import { flexRender, type Header, type Row as TableRow, type Table } from '@tanstack/react-table';
import { useRouter } from 'next/navigation';
import { useRef, type MouseEvent } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Skeleton } from '@/components/ui/skeleton';
import { belowClass } from './column-meta';
import { useRowKeys } from './use-row-keys';

const HEAD = 'h-9 px-3 text-left text-xs font-medium whitespace-nowrap text-3';
/** Below 640 px a row is a card: its cells stand under each other, each with the name of its column. */
const ROW =
  'border-b border-line last:border-b-0 max-sm:grid max-sm:grid-cols-1 max-sm:gap-1 max-sm:px-3 max-sm:py-2.5';
const CELL = classNames(
  'h-[34px] px-3 whitespace-nowrap',
  'max-sm:flex max-sm:h-auto max-sm:min-h-5 max-sm:items-start max-sm:gap-3 max-sm:px-0 max-sm:whitespace-normal',
  'max-sm:before:w-28 max-sm:before:shrink-0 max-sm:before:text-xs max-sm:before:text-text-3 max-sm:before:content-[attr(data-label)]',
);

interface TableRowsProps<Row> {
  table: Table<Row>;
  label: string;
  /** Where a click on a row leads. */
  rowHref?: ((row: Row) => string | undefined) | undefined;
  /** What a click on a row does instead. */
  onOpen?: ((row: Row) => void) | undefined;
  openId?: string | null | undefined;
  left: ReadonlySet<string>;
  faded: boolean;
  /** How many rows of skeleton to draw instead of rows; 0 for none. */
  skeleton: number;
  /** Set where only a part of the rows is in the document. */
  part?: TablePart | undefined;
}

/** A long table of which only the rows in sight are in the document. */
export interface TablePart {
  /** Height of what stands before and after the rows, in px. */
  before: number;
  after: number;
  /** Place of the first row among all, and how many those are; null when that is not known. */
  first: number;
  count: number | null;
  /** Gets each row's element, to measure it; the row's place is in `data-index`. */
  measure?: (element: HTMLTableRowElement | null) => void;
}

function labelOf<Row>(header: Header<Row, unknown>): string {
  const { header: text, meta } = header.column.columnDef;
  return meta?.label ?? (typeof text === 'string' ? text : header.id);
}

/** A click on a control, or the end of marking text, is not a click on the row; the row's own button is. */
function isForRow(event: MouseEvent): boolean {
  if (event.defaultPrevented || event.button > 1) return false;
  const control = event.target instanceof Element ? event.target.closest('a, button, input') : null;
  if (control !== null) return control.matches('button[data-row-main]');
  return window.getSelection()?.isCollapsed !== false;
}

export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { table, label, rowHref, onOpen, openId, left, faded, skeleton, part } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const router = useRouter();
  useRowKeys(body);
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const names = new Map(headers.map((header) => [header.column.id, labelOf(header)]));

  const open = (event: MouseEvent, row: Row) => {
    if (!isForRow(event)) return;
    if (onOpen !== undefined) return event.button === 0 ? onOpen(row) : undefined;
    const href = rowHref?.(row);
    if (href === undefined) return;
    if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(href, '_blank', 'noopener');
    else router.push(href);
  };
  const opens = rowHref !== undefined || onOpen !== undefined;

  return (
    <table
      aria-label={label}
      {...(part === undefined ? {} : { 'aria-rowcount': part.count === null ? -1 : part.count + 1 })}
      className="w-full border-collapse max-sm:block"
    >
      <thead className="border-b border-line max-sm:sr-only">
        <tr>
          {headers.map((header) => {
            const meta = header.column.columnDef.meta;
            return (
              <th
                key={header.id}
                scope="col"
                className={classNames(
                  HEAD,
                  meta?.numeric && 'text-right',
                  meta?.wide && 'w-full',
                  meta?.moment && 'sm:min-w-[172px]',
                  meta?.width,
                  belowClass(meta?.below),
                )}
              >
                {flexRender(header.column.columnDef.header, header.getContext())}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody
        ref={body}
        aria-busy={faded || skeleton > 0}
        className={classNames('max-sm:block', faded && 'opacity-55')}
      >
        {part !== undefined && <Spacer height={part.before} columns={headers.length} />}
        {skeleton > 0
          ? Array.from({ length: skeleton }, (_, index) => (
              <tr key={index} className={ROW} data-skeleton>
                {headers.map(({ id, column: { columnDef } }) => (
                  <td
                    key={id}
                    data-label={names.get(id)}
                    className={classNames(
                      CELL,
                      columnDef.meta?.numeric && 'sm:text-right',
                      belowClass(columnDef.meta?.below),
                    )}
                  >
                    <Skeleton className={classNames('h-3', columnDef.meta?.bar ?? 'w-20')} />
                  </td>
                ))}
              </tr>
            ))
          : table
              .getRowModel()
              .rows.map((row, index) => (
                <DrawnRow
                  key={row.id}
                  row={row}
                  place={part === undefined ? undefined : part.first + index}
                  measure={part?.measure}
                  names={names}
                  opens={opens}
                  isOpen={openId === row.id}
                  hasLeft={left.has(row.id)}
                  onClick={(event) => open(event, row.original)}
                />
              ))}
        {part !== undefined && <Spacer height={part.after} columns={headers.length} />}
      </tbody>
    </table>
  );
}

/** As high as the rows that are not in the document. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className="max-sm:block">
      <td colSpan={columns} className="p-0 max-sm:block" style={{ height }} />
    </tr>
  );
}

interface DrawnRowProps<Row> {
  row: TableRow<Row>;
  names: ReadonlyMap<string, string>;
  opens: boolean;
  isOpen: boolean;
  hasLeft: boolean;
  place: number | undefined;
  measure: TablePart['measure'] | undefined;
  onClick: (event: MouseEvent) => void;
}

function DrawnRow<Row>(props: DrawnRowProps<Row>) {
  const { row, names, opens, isOpen, hasLeft, place, measure, onClick } = props;
  return (
    <tr
      ref={measure}
      data-row={row.id}
      {...(place === undefined ? {} : { 'data-index': place, 'aria-rowindex': place + 2 })}
      data-open={isOpen || undefined}
      title={hasLeft ? 'This row is no longer in the list: it changed while you were reading.' : undefined}
      onClick={onClick}
      onAuxClick={onClick}
      className={classNames(
        ROW,
        'scroll-mt-(--rows-below,56px) hover:bg-surface-2 focus-within:bg-surface-2',
        opens && 'cursor-pointer',
        isOpen && 'bg-accent-weak hover:bg-accent-weak',
        hasLeft && 'opacity-55',
      )}
    >
      {row.getVisibleCells().map((cell) => {
        const meta = cell.column.columnDef.meta;
        return (
          <td
            key={cell.id}
            data-label={names.get(cell.column.id)}
            className={classNames(
              CELL,
              meta?.numeric && 'sm:text-right',
              meta?.wide && 'sm:max-w-0 sm:overflow-hidden sm:text-ellipsis max-sm:before:hidden',
              belowClass(meta?.below),
            )}
          >
            {flexRender(cell.column.columnDef.cell, cell.getContext())}
          </td>
        );
      })}
    </tr>
  );
}
