'use client';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { counted } from '@/lib/view/amount';
import type { ColumnSum } from './column-sums';
import { RowSums } from './row-sums';
import type { Noun } from './table-view';

interface SelectionBarProps {
  count: number;
  sums: readonly ColumnSum[];
  noun: Noun;
  onNone: () => void;
  children?: ReactNode;
}

/** Before the table for the keyboard; drawn below it at the lower edge of the window, so that selecting a row moves none. */
export function SelectionBar({ count, sums, noun, onNone, children }: SelectionBarProps) {
  if (count === 0) return null;
  return (
    <div
      role="toolbar"
      data-selection-bar
      aria-label={`Selected ${noun.plural}`}
      className="sticky bottom-2 z-10 order-last mt-2 flex flex-wrap items-center gap-2 rounded-md border border-accent bg-accent-weak px-3 py-1 shadow-pop"
    >
      <span role="status" className="mr-auto font-medium">
        {counted(count, noun.singular, noun.plural)} selected
      </span>
      {children}
      <Button size="small" tone="quiet" onClick={onNone}>
        Clear selection
      </Button>
      <RowSums label={`Figures of the selected ${noun.plural}`} sums={sums} />
    </div>
  );
}
