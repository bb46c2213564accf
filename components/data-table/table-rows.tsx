'use client';
import {
  type HeaderGroup,
  type Row as TableRow,
  type Table,
  flexRender,
  type Header,
} from '@tanstack/react-table';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, use, useCallback, useMemo, useRef, type MouseEvent } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Skeleton } from '@/components/ui/skeleton';
import { Tip, TipsAreTabStops } from '@/components/ui/tip';
import { ColumnUnits } from '@/components/values/amount';
import { belowClass, columnName, valueReader } from './columns';
import { CELL, ListRow, PICK, ROW, Spacer } from './list-row';
import { rememberRow } from './restore-row-focus';
import type { TableTools } from './table-view';
import { moveInRow, useRowKeys } from './use-row-keys';
import { useSlide } from './use-slide';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { definitionOf } from '@/lib/view/glossary';
import { nextSort, sortNote } from './sort-rows';

const HEAD = 'h-9 px-3 text-left text-xs font-medium whitespace-nowrap text-3';

interface HeaderCellProps<Row> {
  header: Header<Row, unknown>;
  name: string;
  tools: TableTools<Row> | undefined;
}

/** A column header. With tools, a click sorts. */
function HeaderCell<Row>({ header, name, tools }: HeaderCellProps<Row>) {
  const { columnDef, id } = header.column;
  const { meta } = columnDef;
  const unit = use(ColumnUnits).get(id);
  const text = (
    <>
      {flexRender(columnDef.header, header.getContext())}
      {unit !== undefined && `, ${unit.toUpperCase()}`}
    </>
  );
  const definition = definitionOf(name);
  const sort = tools?.sort?.column === id ? tools.sort : null;
  const direction = sort?.descending === true ? 'descending' : 'ascending';
  const sortable = tools !== undefined && valueReader(columnDef as never) !== undefined;
  const tip = [definition, tools && sortNote(columnDef as never, name, tools.coversList(id))]
    .filter(Boolean)
    .join('\n');
  return (
    <th
      scope="col"
      aria-sort={sort === null ? undefined : direction}
      className={classNames(
        HEAD,
        meta?.numeric && 'text-right',
        meta?.wide && 'w-full',
        meta?.moment && 'sm:min-w-[172px]',
        meta?.width,
        belowClass(meta?.below),
      )}
    >
      {sortable ? (
        <button
          type="button"
          data-tip={tip}
          onClick={() => tools.onSort(nextSort(tools.sort, id))}
          className={classNames(
            'inline-flex items-center gap-1 hover:text-text',
            sort !== null && 'text-text',
            definition !== undefined && 'term',
          )}
        >
          {text}
          {sort !== null &&
            (sort.descending ? <ArrowDown size={11} aria-hidden /> : <ArrowUp size={11} aria-hidden />)}
          {sort !== null && !tools.coversList(id) && <span className="font-normal">loaded rows</span>}
        </button>
      ) : (
        <Tip tip={tip || undefined} className={classNames(definition !== undefined && 'term')}>
          {text}
        </Tip>
      )}
    </th>
  );
}

/** Longer tables render only the rows in view. */
const MANY_ROWS = 120;
/** A screenful, rendered until the code for that has loaded. */
const FIRST_ROWS = 20;
const VirtualRows = lazy(async () => ({ default: (await import('./virtual-rows')).VirtualRows }));

interface TableRowsProps<Row> {
  table: Table<Row>;
  label: string;
  rowHref?: ((row: Row) => string | undefined) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  onLeave?: (() => URLSearchParams) | undefined;
  openId?: string | null | undefined;
  removed: ReadonlySet<string> | undefined;
  faded: boolean;
  skeleton: number;
  part?: TablePart | undefined;
  tools: TableTools<Row> | undefined;
}

/** The visible part of a long table. */
export interface TablePart {
  /** Height of the rows before and after it, in px. */
  before: number;
  after: number;
  /** Index of its first row; number of all rows, null when unknown. */
  first: number;
  count: number | null;
  /** Measures a row's element, whose index is in `data-index`. */
  measure?: (element: HTMLTableRowElement | null) => void;
}

/** Column names by id; the same map while the columns are the same. */
function useNames<Row>(group: HeaderGroup<Row> | undefined): ReadonlyMap<string, string> {
  return useMemo(
    () =>
      new Map(
        group?.headers.map((header) => [header.column.id, columnName(header.column.columnDef, header.id)]),
      ),
    [group],
  );
}

/** Whether a click is on the row itself rather than on a control in it or the end of a text selection. */
function isRowClick(event: MouseEvent): boolean {
  if (event.defaultPrevented || event.button > 1) return false;
  const control = event.target instanceof Element ? event.target.closest('a, button, input') : null;
  if (control !== null) return control.matches('button[data-row-main]');
  return window.getSelection()?.isCollapsed !== false;
}

function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { table, label, rowHref, onLeave, onOpen, openId, removed, faded, skeleton, part, tools } = props;
  const tableRef = useRef<HTMLTableElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const router = useRouter();
  const onSelect = tools && ((id: string) => tools.onSelected(toggled(tools.selected, id)));
  useRowKeys(body, { peek: tools?.peek ?? null, onPeek: tools?.onPeek, onSelect });
  const [group] = table.getHeaderGroups();
  const headers = group?.headers ?? [];
  const names = useNames(group);
  const rows = table.getRowModel().rows;
  const keyOf = useCallback((index: number) => rows[index]?.id ?? '', [rows]);
  useSlide(
    body,
    useMemo(() => rows.map(({ id }) => id), [rows]),
  );

  const open = (event: MouseEvent, row: TableRow<Row>) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (link !== null) return rememberRow(row.id, onLeave?.());
    if (!isRowClick(event)) return;
    if (onOpen !== undefined) return event.button === 0 ? onOpen(row.original) : undefined;
    const href = rowHref?.(row.original);
    if (href === undefined) return;
    if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(href, '_blank', 'noopener');
    else {
      rememberRow(row.id, onLeave?.());
      router.push(href);
    }
  };
  const opens = rowHref !== undefined || onOpen !== undefined;
  const renderRow = (row: TableRow<Row>, index?: number) => (
    <ListRow
      key={row.id}
      row={row}
      index={index}
      measure={part?.measure}
      names={names}
      opens={opens}
      onSelect={onSelect}
      isOpen={openId === row.id || tools?.peek === row.id}
      isSelected={tools?.selected.has(row.id) ?? false}
      isRemoved={removed?.has(row.id) ?? false}
      onClick={(event) => open(event, row)}
    />
  );
  const all = rows.length > 0 && rows.every((row) => tools?.selected.has(row.id) ?? false);

  return (
    <table
      ref={tableRef}
      aria-label={label}
      {...(part === undefined ? {} : { 'aria-rowcount': part.count === null ? -1 : part.count + 1 })}
      className="w-full border-collapse max-sm:block"
    >
      {/* Above cards it shows only while it has the focus. */}
      <thead className="relative z-1 border-b border-line bg-surface max-sm:not-focus-within:sr-only">
        <tr>
          {tools !== undefined && (
            <th scope="col" className={PICK}>
              <input
                type="checkbox"
                aria-label="Select all rows of this page"
                checked={all}
                disabled={skeleton > 0}
                onChange={() => tools.onSelected(all ? new Set() : new Set(rows.map((row) => row.id)))}
                className="block accent-(--color-accent)"
              />
            </th>
          )}
          {headers.map((header) => (
            <HeaderCell
              key={header.id}
              header={header}
              name={names.get(header.column.id) ?? header.id}
              tools={tools}
            />
          ))}
        </tr>
      </thead>
      <TipsAreTabStops value={false}>
        <tbody
          ref={body}
          aria-busy={faded || skeleton > 0}
          onKeyDown={moveInRow}
          className={classNames('max-sm:block', faded && 'opacity-55')}
        >
          {part !== undefined && <Spacer height={part.before} columns={headers.length} />}
          {skeleton > 0 &&
            Array.from({ length: skeleton }, (_, index) => (
              <tr key={index} className={ROW} data-skeleton>
                {tools !== undefined && <td className={PICK} />}
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
            ))}
          {skeleton === 0 &&
            rows.length <= MANY_ROWS &&
            rows.map((row, index) => renderRow(row, part === undefined ? undefined : part.first + index))}
          {skeleton === 0 && rows.length > MANY_ROWS && (
            <Suspense fallback={rows.slice(0, FIRST_ROWS).map((row) => renderRow(row))}>
              <VirtualRows
                count={rows.length}
                columns={headers.length + 1}
                table={tableRef}
                keyOf={keyOf}
                render={(index) => renderRow(rows[index] as TableRow<Row>)}
              />
            </Suspense>
          )}
          {part !== undefined && <Spacer height={part.after} columns={headers.length} />}
        </tbody>
      </TipsAreTabStops>
    </table>
  );
}
