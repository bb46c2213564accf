'use client';
import { memo, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { useMountedRows } from '@/components/ui/use-mounted-rows';
import { groupDigits } from '@/lib/view/amount';
import { ShowNext } from './show-more';
import { Term } from './term';
import { useRowLimit } from '@/components/ui/use-row-limit';

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

/** The head of a column; a column of bars needs no words, and an empty heading would be read out. */
export function HeadCell({ numeric = false, className, ...rest }: ComponentProps<'th'> & CellProps) {
  const looks = classNames(
    'border-b border-line px-3 py-[7px] text-xs font-medium whitespace-nowrap text-3',
    numeric ? 'text-right' : 'text-left',
    className,
  );
  if (rest.children === '') return <td className={looks} />;
  return <th scope="col" className={looks} {...rest} />;
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
      // Names and code.
      translate={/\bmono\b/.test(className ?? '') ? 'no' : undefined}
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

const HOLDS = {
  sentence: 'whitespace-normal! sm:min-w-52',
  name: 'wrap-anywhere max-sm:whitespace-normal!',
} as const;

export interface RowsColumn<Item> extends CellProps {
  head: ReactNode;
  cell: (item: Item) => ReactNode;
  /** The cell's name on a stacked card: by default the head, and none in the first column, the card's title. */
  label?: string;
  /** Takes the width that the others leave; what does not fit is cut. */
  wide?: boolean;
  /** `sentence`: at least as wide as one; `name`: a long name, which wraps on a phone. */
  holds?: keyof typeof HOLDS;
  /** Of the cells; `headClass` is the header's. */
  className?: string | undefined;
  headClass?: string;
}

interface RowsTableProps<Item> extends TableProps {
  label?: string;
  columns: readonly RowsColumn<Item>[];
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

type TableRowProps<Item> = Pick<RowsTableProps<Item>, 'columns' | 'attributes' | 'stacks'> & {
  item: Item;
  isSelected: boolean;
};

function TableRow<Item>({ item, columns, attributes, stacks = false, isSelected }: TableRowProps<Item>) {
  const nameOf = (head: ReactNode, index: number) =>
    stacks && index > 0 && typeof head === 'string' ? head : undefined;
  return (
    <Row
      {...attributes?.(item)}
      {...(isSelected && {
        'aria-current': true,
        'data-selected': true,
        className: 'scroll-my-16 bg-accent-weak',
      })}
    >
      {columns.map(({ head, cell, label, numeric = false, wide, holds, className }, index) => (
        <Cell
          key={index}
          numeric={numeric}
          label={label ?? nameOf(head, index)}
          className={classNames(
            wide && (stacks ? 'sm:max-w-0' : 'max-w-0'),
            // A sentence and a name on a phone wrap instead.
            wide && holds !== 'sentence' && 'sm:overflow-hidden sm:text-ellipsis',
            holds && HOLDS[holds],
            className,
          )}
        >
          {cell(item)}
        </Cell>
      ))}
    </Row>
  );
}

/** Mounted rows are not rendered again while others are added. */
const MemoRow = memo(TableRow) as typeof TableRow;

/** A plain table, described by its columns. */
export function RowsTable<Item>(props: RowsTableProps<Item>) {
  const { label, columns, rows, rowKey, attributes, isSelected, total, stacks = false, className } = props;
  const mounted = useMountedRows(rows.length);
  return (
    <Table
      aria-label={label}
      aria-rowcount={total === undefined ? undefined : total + 1}
      aria-busy={mounted < rows.length || undefined}
      stacks={stacks}
      className={className}
    >
      <thead>
        <tr>
          {columns.map(({ head, numeric = false, wide, headClass }, index) => (
            <HeadCell key={index} numeric={numeric} className={classNames(wide && 'w-full', headClass)}>
              {typeof head === 'string' && head !== '' ? <Term>{head}</Term> : head}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((item, index) => {
          const isMarked = isSelected?.(item) ?? false;
          // What is selected can be scrolled to at once.
          if (index >= mounted && !isMarked) return null;
          return (
            <MemoRow
              key={rowKey(item)}
              item={item}
              columns={columns}
              attributes={attributes}
              stacks={stacks}
              isSelected={isMarked}
            />
          );
        })}
      </tbody>
    </Table>
  );
}

/** Rows shown initially; more on request. */
const FIRST_ROWS = 200;
const MORE_ROWS = 1_000;

interface CaptionedTableProps<Item> extends Omit<
  RowsTableProps<Item>,
  'label' | 'stacks' | 'total' | 'className'
> {
  caption: string;
  none: string;
  /** Rows shown initially. */
  first?: number;
}

/** One of several tables of a panel: its caption, number of rows and first rows. Selected rows are always shown. */
export function CaptionedTable<Item>(props: CaptionedTableProps<Item>) {
  const { caption, none, first = FIRST_ROWS, ...table } = props;
  const { rows, isSelected } = table;
  const [limit, setLimit] = useRowLimit(first);
  const selected = isSelected === undefined ? [] : rows.slice(limit).filter(isSelected);
  const visibleRows = [...rows.slice(0, limit), ...selected];
  const remaining = rows.length - visibleRows.length;
  return (
    // Out of view it is not laid out: the tables of a large graph have ten thousand cells.
    <section className="border-t border-line [contain-intrinsic-block-size:auto_320px] [content-visibility:auto] first:border-t-0 print:[content-visibility:visible]">
      <h3 className="px-3 pt-2.5 pb-1 font-semibold">
        {caption} <span className="font-normal text-3">{groupDigits(rows.length)}</span>
      </h3>
      {rows.length === 0 ? (
        <p className="px-3 pb-2.5 text-3">{none}</p>
      ) : (
        <RowsTable
          {...table}
          stacks
          label={caption}
          rows={visibleRows}
          total={rows.length}
          className="[&_td]:align-top"
        />
      )}
      {remaining > 0 && (
        <p className="flex items-center gap-3 px-3 py-2 text-3">
          <ShowNext remaining={remaining} step={MORE_ROWS} onMore={() => setLimit(limit + MORE_ROWS)} />
        </p>
      )}
    </section>
  );
}
