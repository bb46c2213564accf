import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';

interface TableProps {
  /** Rows become cards on a phone, each cell named by its `label`. */
  stacks?: boolean;
}

/** A plain table for a few rows; scrolls sideways inside its panel. */
export function Table({ className, stacks = false, ...rest }: ComponentProps<'table'> & TableProps) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={rest['aria-label'] ?? 'Table'}>
      <table
        className={classNames('w-full border-collapse', stacks && 'stacked-table', className)}
        {...rest}
      />
    </div>
  );
}

interface CellProps {
  numeric?: boolean;
}

export function HeadCell({ numeric = false, className, ...rest }: ComponentProps<'th'> & CellProps) {
  return (
    <th
      scope="col"
      className={classNames(
        'border-b border-line px-3 py-[7px] text-xs font-medium whitespace-nowrap text-3',
        numeric ? 'text-right' : 'text-left',
        className,
      )}
      {...rest}
    />
  );
}

interface LabelledProps {
  label?: string | undefined;
}

export function Cell({
  numeric = false,
  label,
  className,
  ...rest
}: ComponentProps<'td'> & CellProps & LabelledProps) {
  return (
    <td
      data-label={label}
      className={classNames(
        'border-b border-line/70 px-3 py-[7px] whitespace-nowrap',
        numeric && 'text-right',
        className,
      )}
      {...rest}
    />
  );
}

export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr className={classNames('hover:bg-surface-2 last:[&>td]:border-b-0', className)} {...rest} />;
}

interface Column<Item> extends CellProps {
  head: ReactNode;
  cell: (item: Item) => ReactNode;
  /** The cell's name on a stacked card: by default the head, and none in the first column, the card's title. */
  label?: string;
  /** Takes the width that the others leave; what does not fit is cut. */
  wide?: boolean;
  /** Of the cells; `headClass` is the header's. */
  className?: string | undefined;
  headClass?: string;
}

interface RowsTableProps<Item> extends TableProps {
  label?: string;
  columns: readonly Column<Item>[];
  rows: readonly Item[];
  rowKey: (item: Item) => string | number;
  /** What tests and styles find a row by. */
  attributes?: (item: Item) => Record<`data-${string}`, string>;
  /** Highlighted rows. */
  isSelected?: (item: Item) => boolean;
  /** The number of all rows, where not all are shown. */
  total?: number;
  className?: string;
}

/** A plain table, described by its columns. */
export function RowsTable<Item>(props: RowsTableProps<Item>) {
  const { label, columns, rows, rowKey, attributes, isSelected, total, stacks = false, className } = props;
  const nameOf = (head: ReactNode, index: number) =>
    stacks && index > 0 && typeof head === 'string' ? head : undefined;
  return (
    <Table
      aria-label={label}
      aria-rowcount={total === undefined ? undefined : total + 1}
      stacks={stacks}
      className={className}
    >
      <thead>
        <tr>
          {columns.map(({ head, numeric = false, wide, headClass }, index) => (
            <HeadCell key={index} numeric={numeric} className={classNames(wide && 'w-full', headClass)}>
              {head}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((item) => (
          <Row
            key={rowKey(item)}
            {...attributes?.(item)}
            {...(isSelected?.(item) && {
              'aria-current': true,
              'data-selected': true,
              className: 'scroll-my-16 bg-accent-weak',
            })}
          >
            {columns.map(({ head, cell, label: name, numeric = false, wide, className: looks }, index) => (
              <Cell
                key={index}
                numeric={numeric}
                label={name ?? nameOf(head, index)}
                className={classNames(wide && 'max-w-0', looks)}
              >
                {cell(item)}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
