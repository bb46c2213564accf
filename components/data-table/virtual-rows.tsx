'use client';
import type { ReactNode, RefObject } from 'react';
import { Spacer } from './list-row';
import { useVirtualRows } from './use-virtual-rows';

interface VirtualRowsProps {
  count: number;
  columns: number;
  table: RefObject<HTMLTableElement | null>;
  keyOf: (index: number) => string;
  render: (index: number) => ReactNode;
}

/** The visible rows of a long table, between two spacers as high as the other rows. */
export function VirtualRows({ count, columns, table, keyOf, render }: VirtualRowsProps) {
  const { first, end, before, after } = useVirtualRows(table, count, keyOf);
  return (
    <>
      <Spacer height={before} columns={columns} />
      {Array.from({ length: Math.max(0, end - first) }, (_, index) => render(first + index))}
      <Spacer height={after} columns={columns} />
    </>
  );
}
