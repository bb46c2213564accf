'use client';
import { Copy, Filter, PanelRight } from 'lucide-react';
import { useEffect, useState, type RefObject } from 'react';
import { IconButton } from '@/components/ui/button';
import { copyText } from '@/components/ui/copy-text';

interface At {
  row: string;
  column: string;
  /** Upper right corner of the cell, in px within the table's frame. */
  x: number;
  y: number;
}

interface CellActionsProps {
  frame: RefObject<HTMLDivElement | null>;
  onPeek: (row: string) => void;
  /** Undefined when there is no filter for the cell's value. */
  filter: (row: string, column: string) => (() => void) | undefined;
  text: (row: string, column: string) => string | null;
}

function cellOf(event: Event): HTMLElement | null {
  const found = event.target instanceof Element ? event.target.closest<HTMLElement>('td[data-column]') : null;
  return found !== null && found.closest('[data-row]') !== null ? found : null;
}

/** Actions for the cell under the pointer; by keyboard they are in the preview panel. */
export function CellActions({ frame, onPeek, filter, text }: CellActionsProps) {
  const [at, setAt] = useState<At | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const over = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      if (event.target instanceof Element && event.target.closest('[data-cell-actions]') !== null) return;
      const cell = cellOf(event);
      const row = cell?.closest('[data-row]')?.getAttribute('data-row');
      const column = cell?.dataset['column'];
      if (cell === null || row === null || row === undefined || column === undefined) return setAt(null);
      const box = cell.getBoundingClientRect();
      const frameBox = element.getBoundingClientRect();
      setAt({
        row,
        column,
        x: Math.min(box.right, frameBox.right) - frameBox.left + element.scrollLeft,
        y: box.top - frameBox.top,
      });
    };
    const mounted = new AbortController();
    element.addEventListener('pointerover', over, mounted);
    element.addEventListener('pointerleave', () => setAt(null), mounted);
    return () => mounted.abort();
  }, [frame]);

  if (at === null) return null;
  const narrow = filter(at.row, at.column);
  const copied = text(at.row, at.column);
  return (
    <div
      data-cell-actions
      className="absolute z-10 flex -translate-x-full -translate-y-[18px] rounded-sm border border-line-strong bg-surface-2 shadow-pop"
      style={{ left: at.x, top: at.y }}
    >
      {copied !== null && (
        <IconButton label="Copy value" size="tiny" onClick={() => void copyText(copied)}>
          <Copy size={12} aria-hidden />
        </IconButton>
      )}
      {narrow !== undefined && (
        <IconButton label="Filter by this value" size="tiny" onClick={narrow}>
          <Filter size={12} aria-hidden />
        </IconButton>
      )}
      <IconButton label="Preview row" size="tiny" onClick={() => onPeek(at.row)}>
        <PanelRight size={12} aria-hidden />
      </IconButton>
    </div>
  );
}
