'use client';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { counted } from '@/lib/view/amount';
import type { ColumnSum } from './column-sums';
import { RowSums } from './row-sums';
import type { Noun } from './table-view';

export const MAX_COMPARED = 4;

interface SelectionBarProps {
  count: number;
  sums: readonly ColumnSum[];
  noun: Noun;
  onCompare: () => void;
  onNone: () => void;
  children?: ReactNode;
}

/** Before the table for the keyboard; drawn below it at the lower edge of the window, so that selecting a row moves none. */
export function SelectionBar({ count, sums, noun, onCompare, onNone, children }: SelectionBarProps) {
  if (count === 0) return null;
  const few = count >= 2 && count <= MAX_COMPARED;
  return (
    <div
      role="toolbar"
      data-selection-bar
      aria-label={`Selected ${noun.many}`}
      className="sticky bottom-2 z-10 order-last mt-2 flex flex-wrap items-center gap-2 rounded-md border border-accent bg-accent-weak px-3 py-1 shadow-pop"
    >
      <span role="status" className="mr-auto font-medium">
        {counted(count, noun.one, noun.many)} selected
      </span>
      <Button
        size="small"
        aria-disabled={!few}
        data-tip={few ? undefined : `Select 2 to ${MAX_COMPARED} rows to compare them`}
        onClick={() => few && onCompare()}
      >
        Compare
      </Button>
      {children}
      <Button size="small" tone="quiet" onClick={onNone}>
        Clear selection
      </Button>
      <RowSums label={`Figures of the selected ${noun.many}`} sums={sums} />
    </div>
  );
}
