'use client';
import { flexRender, type Row as TableRow } from '@tanstack/react-table';
import { memo, type MouseEvent, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { belowClass } from './column-meta';

/**
 * Below 640 px a row is a card: its cells stand under each other, each with the name of its column; what does not apply is left out.
 * One class each (app/globals.css): there are many of them.
 */
export const ROW = 'listing-row';
export const CELL = 'listing-cell';
export const PICK = 'w-8 pl-3 max-sm:absolute max-sm:top-2.5 max-sm:right-3 max-sm:w-auto max-sm:pl-0';

interface CellLooks {
  /** Names of the columns by id; the same map while the columns are. */
  names: ReadonlyMap<string, string>;
  widths: Readonly<Record<string, number>>;
}

export interface RowLooks extends CellLooks {
  opens: boolean;
  /** Undefined where rows cannot be selected. */
  onSelect: ((id: string) => void) | undefined;
}

interface DrawnRowProps<Row> extends RowLooks {
  row: TableRow<Row>;
  /** The row's place in a longer table of which only a part is in the document. */
  place: number | undefined;
  measure: ((element: HTMLTableRowElement | null) => void) | undefined;
  isOpen: boolean;
  isSelected: boolean;
  hasLeft: boolean;
  onClick: (event: MouseEvent) => void;
}

/** What a row says. Its place, and whether it is open or selected, change without it: it is drawn again only for another row or other columns. */
const RowCells = memo(function RowCells<Row>({ row, names, widths }: CellLooks & { row: TableRow<Row> }) {
  return (
    <>
      {row.getVisibleCells().map((cell) => {
        const { meta } = cell.column.columnDef;
        const width = widths[cell.column.id];
        return (
          <td
            key={cell.id}
            data-column={cell.column.id}
            data-label={names.get(cell.column.id)}
            style={width === undefined ? undefined : { maxWidth: width }}
            className={classNames(
              CELL,
              meta?.numeric && 'sm:text-right',
              meta?.wide && 'sm:max-w-0 max-sm:before:hidden',
              (meta?.wide || width !== undefined) && 'sm:overflow-hidden sm:text-ellipsis',
              belowClass(meta?.below),
            )}
          >
            {flexRender(cell.column.columnDef.cell, cell.getContext())}
          </td>
        );
      })}
    </>
  );
}) as <Row>(props: CellLooks & { row: TableRow<Row> }) => ReactNode;

export function DrawnRow<Row>(props: DrawnRowProps<Row>) {
  const { row, names, widths, opens, onSelect, place, measure, isOpen, isSelected, hasLeft, onClick } = props;
  return (
    <tr
      ref={measure}
      data-row={row.id}
      {...(place === undefined ? {} : { 'data-index': place, 'aria-rowindex': place + 2 })}
      data-open={isOpen || undefined}
      aria-selected={onSelect === undefined ? undefined : isSelected}
      title={hasLeft ? 'This row is no longer in the list: it changed while you were reading.' : undefined}
      onClick={onClick}
      onAuxClick={onClick}
      className={classNames(
        ROW,
        'scroll-mt-(--rows-below,56px) hover:bg-surface-2 focus-within:bg-surface-2',
        opens && 'cursor-pointer',
        (isOpen || isSelected) && 'bg-accent-weak hover:bg-accent-weak focus-within:bg-accent-weak',
        hasLeft && 'opacity-55',
      )}
    >
      {onSelect !== undefined && (
        // Room for it beside the first line of a card.
        <td className={classNames(PICK, 'max-sm:[&+td]:pr-8')}>
          <input
            type="checkbox"
            aria-label={`Select ${row.id}`}
            checked={isSelected}
            onChange={() => onSelect(row.id)}
            className="block accent-(--accent) max-sm:size-5"
          />
        </td>
      )}
      <RowCells row={row} names={names} widths={widths} />
    </tr>
  );
}
