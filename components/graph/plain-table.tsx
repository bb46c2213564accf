'use client';
import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { RowsTable } from '@/components/ui/table';
import { Term } from '@/components/values/term';
import { groupDigits } from '@/lib/view/amount';

/** Rows shown initially; more on request. */
const PAGE = 200;

const LOOKS = {
  value: 'align-top',
  sentence: 'align-top whitespace-normal! sm:min-w-52',
  name: 'align-top wrap-anywhere max-sm:whitespace-normal!',
} as const;

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
        <RowsTable
          stacks
          label={caption}
          total={rows.length}
          rows={shown}
          rowKey={rowKey}
          attributes={attributes}
          isSelected={isSelected}
          columns={columns.map(({ head, cell, holds }, index) => ({
            head: <Term>{head}</Term>,
            ...(index > 0 && { label: head }),
            cell,
            className: LOOKS[holds ?? 'value'],
          }))}
        />
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

/** The selected vertex, and how another is selected. */
export interface VertexSelection {
  selected: string | null;
  onSelect: (name: string | null) => void;
}

/** A vertex name that selects the vertex, or clears the selection. */
export function VertexButton({ name, selected, onSelect }: VertexSelection & { name: string }) {
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

export function vertexColumn(selection: VertexSelection): PlainColumn<{ vertex: string }> {
  return { head: 'Vertex', cell: ({ vertex }) => <VertexButton name={vertex} {...selection} /> };
}
