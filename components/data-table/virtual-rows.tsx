'use client';
import type { ReactNode, RefObject } from 'react';
import { Spacer } from './spacer';
import { useVirtualRows } from './use-virtual-rows';

interface VirtualRowsProps {
  count: number;
  /** Cells of a row: the room above and below is one cell across all. */
  columns: number;
  /** The table that the rows stand in. */
  table: RefObject<HTMLTableElement | null>;
  keyOf: (index: number) => string;
  draw: (index: number) => ReactNode;
}

/** The rows in sight of a long table, between two empty rows as high as all the others together. */
export function VirtualRows({ count, columns, table, keyOf, draw }: VirtualRowsProps) {
  const { first, end, before, after } = useVirtualRows(table, count, keyOf);
  return (
    <>
      <Spacer height={before} columns={columns} />
      {Array.from({ length: Math.max(0, end - first) }, (_, index) => draw(first + index))}
      <Spacer height={after} columns={columns} />
    </>
  );
}
