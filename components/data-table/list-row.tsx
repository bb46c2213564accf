'use client';
import { flexRender, type Row as TableRow } from '@tanstack/react-table';
import { memo, type MouseEvent, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { belowClass } from './columns';

/** Below 640 px a row is a card, of two lines where its values fit. One class each, defined in app/globals.css: there are many of them. */
export const ROW = 'listing-row';
export const CELL = 'listing-cell';
/** A finger opens rows; it does not select them. */
export const PICK =
  'w-8 pl-3 pointer-coarse:hidden max-sm:absolute max-sm:top-2.5 max-sm:right-3 max-sm:w-auto max-sm:pl-0';

interface RowCellsProps<Row> {
  row: TableRow<Row>;
  /** Column names by id; the same map while the columns are the same. */
  names: ReadonlyMap<string, string>;
}

interface ListRowProps<Row> extends RowCellsProps<Row> {
  opens: boolean;
  /** Undefined when rows can't be selected. */
  onSelect: ((id: string) => void) | undefined;
  /** The row's index in a longer table of which only a part is rendered. */
  index: number | undefined;
  measure: ((element: HTMLTableRowElement | null) => void) | undefined;
  isOpen: boolean;
  isSelected: boolean;
  isRemoved: boolean;
  onClick: (event: MouseEvent) => void;
}

/** The library makes new row objects for every answer: cells render again only for changed data or columns. */
function sameCells<Row>(before: RowCellsProps<Row>, after: RowCellsProps<Row>): boolean {
  return before.row.original === after.row.original && before.names === after.names;
}

const RowCells = memo(function RowCells<Row>({ row, names }: RowCellsProps<Row>) {
  return (
    <>
      {row.getVisibleCells().map((cell, place) => {
        const { meta } = cell.column.columnDef;
        return (
          <td
            key={cell.id}
            data-column={cell.column.id}
            data-label={names.get(cell.column.id)}
            className={classNames(
              CELL,
              meta?.numeric && 'sm:text-right',
              meta?.wide && 'sm:max-w-0 max-sm:basis-full max-sm:whitespace-normal',
              (meta?.wide || meta?.names || place === 0) && 'max-sm:before:hidden',
              meta?.wide && !meta?.wraps && 'sm:overflow-hidden sm:text-ellipsis',
              meta?.wraps && 'wrapping-cell',
              belowClass(meta?.below),
            )}
          >
            {flexRender(cell.column.columnDef.cell, cell.getContext())}
          </td>
        );
      })}
    </>
  );
}, sameCells) as <Row>(props: RowCellsProps<Row>) => ReactNode;

export function ListRow<Row>(props: ListRowProps<Row>) {
  const { row, names, opens, onSelect, index, measure, isOpen, isSelected, isRemoved, onClick } = props;
  return (
    <tr
      ref={measure}
      data-row={row.id}
      {...(index === undefined ? {} : { 'data-index': index, 'aria-rowindex': index + 2 })}
      data-open={isOpen || undefined}
      aria-selected={onSelect === undefined ? undefined : isSelected}
      title={isRemoved ? 'No longer in this list' : undefined}
      onClick={onClick}
      onAuxClick={onClick}
      className={classNames(
        ROW,
        'scroll-mt-(--rows-below,56px) hover:bg-surface-2 focus-within:bg-surface-2',
        opens && 'cursor-pointer',
        (isOpen || isSelected) && 'bg-accent-weak hover:bg-accent-weak focus-within:bg-accent-weak',
        isRemoved && 'opacity-55',
      )}
    >
      {onSelect !== undefined && (
        <td className={PICK}>
          <input
            type="checkbox"
            aria-label={`Select ${row.id}`}
            checked={isSelected}
            onChange={() => onSelect(row.id)}
            className="block accent-(--color-accent) max-sm:size-5"
          />
        </td>
      )}
      <RowCells row={row} names={names} />
    </tr>
  );
}

/** As high as the rows that are not rendered. */
export function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className="max-sm:block">
      <td colSpan={columns} className="p-0 max-sm:block" style={{ height }} />
    </tr>
  );
}
