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
  label?: string;
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
  /** Of the cells; `headClass` is the header's. */
  className?: string | undefined;
  headClass?: string;
}

interface RowsTableProps<Item> {
  label?: string;
  columns: readonly Column<Item>[];
  rows: readonly Item[];
  rowKey: (item: Item) => string | number;
}

/** A plain table, described by its columns. */
export function RowsTable<Item>({ label, columns, rows, rowKey }: RowsTableProps<Item>) {
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ head, numeric = false, headClass }, index) => (
            <HeadCell key={index} numeric={numeric} className={headClass}>
              {head}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((item) => (
          <Row key={rowKey(item)}>
            {columns.map(({ cell, numeric = false, className }, index) => (
              <Cell key={index} numeric={numeric} className={className}>
                {cell(item)}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
