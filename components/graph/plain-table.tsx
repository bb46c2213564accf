'use client';
import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Term } from '@/components/values/term';
import { groupDigits } from '@/lib/view/amount';

/** Rows shown initially; more on request. */
const PAGE = 200;

export interface PlainColumn<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** `sentence`: at least as wide as one; `name`: a long name, which wraps on a phone. */
  holds?: 'sentence' | 'name';
}

interface PlainTableProps<Row> {
  caption: string;
  none: string;
  rows: readonly Row[];
  /** The first column is the head of a row's card on a phone. */
  columns: readonly PlainColumn<Row>[];
  rowKey: (row: Row) => string;
  /** Attributes a row is found by: data-table-vertex and the like. */
  attributes: (row: Row) => Record<`data-${string}`, string>;
  /** Highlighted rows, shown even when they are beyond the page. */
  isSelected: (row: Row) => boolean;
}

export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const { caption, none, rows, columns, rowKey, attributes, isSelected } = props;
  const [pages, setPages] = useState(1);
  const limit = pages * PAGE;
  const shown = [...rows.slice(0, limit), ...rows.slice(limit).filter(isSelected)];
  const left = rows.length - shown.length;
  return (
    <section className="border-t border-line first:border-t-0">
      <h3 className="px-3 pt-2.5 pb-1 font-semibold">
        {caption} <span className="font-normal text-3">{groupDigits(rows.length)}</span>
      </h3>
      {rows.length === 0 ? (
        <p className="px-3 pb-2.5 text-3">{none}</p>
      ) : (
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={caption}>
          <table aria-rowcount={rows.length + 1} className="stacked-table w-full border-collapse text-left">
            <caption className="sr-only">
              {caption}, {rows.length}
            </caption>
            <thead>
              <tr>
                {columns.map(({ head }) => (
                  <th
                    key={head}
                    scope="col"
                    className="border-b border-line px-3 py-1.5 text-xs font-medium whitespace-nowrap text-3 max-sm:px-1.5 max-sm:first:pl-3"
                  >
                    <Term>{head}</Term>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr
                  key={rowKey(row)}
                  {...attributes(row)}
                  {...(isSelected(row) && { 'aria-current': true, 'data-selected': true })}
                  className={classNames(
                    'scroll-my-16 hover:bg-surface-2',
                    isSelected(row) && 'bg-accent-weak',
                  )}
                >
                  {columns.map(({ head, cell, holds }, index) => (
                    <td
                      key={head}
                      data-label={index === 0 ? undefined : head}
                      className={classNames(
                        'border-b border-line/70 px-3 py-1.5 align-top',
                        holds === 'sentence' && 'sm:min-w-52',
                        holds === 'name' && 'wrap-anywhere sm:whitespace-nowrap',
                        holds === undefined && 'whitespace-nowrap',
                      )}
                    >
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {left > 0 && (
        <p className="flex items-center gap-3 px-3 py-2 text-3">
          {groupDigits(left)} more
          <Button size="small" onClick={() => setPages(pages + 5)}>
            Show {Math.min(left, 5 * PAGE)} more
          </Button>
        </p>
      )}
    </section>
  );
}

export function Mono({ children }: { children: ReactNode }) {
  return <span className="mono">{children}</span>;
}

interface VertexButtonProps {
  name: string;
  selected: string | null;
  onSelect: (name: string | null) => void;
}

/** A vertex name that selects the vertex, or clears the selection. */
export function VertexButton({ name, selected, onSelect }: VertexButtonProps) {
  const isSelected = name === selected;
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      onClick={() => onSelect(isSelected ? null : name)}
      className="mono hover:text-accent hover:underline"
    >
      {name}
    </button>
  );
}
