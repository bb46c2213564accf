'use client';
// Table keys: j and k move, Space previews, y copies, s selects. The row's link has the focus, so Enter and screen readers work natively.
// Without focus, the previewed row counts, else the first one.
import { copyText } from '@/components/ui/copy-text';
import type { KeyboardEvent, RefObject } from 'react';
import { useShortcut } from '@/components/shell/shortcuts';

/** What takes a row's focus: its first link or button, else the row itself. */
function target(row: Element): HTMLElement {
  return row.querySelector<HTMLElement>('[data-row-main], a[href], td button') ?? (row as HTMLElement);
}

export function focusRow(row: Element): void {
  target(row).focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

function idOf(row: Element): string {
  return row.getAttribute('data-row') ?? '';
}

const IN_ROW = 'a[href], button:not(:disabled), input, [tabindex]';

/** Left and right move the focus along a row, through the values that have more to say. */
export function moveInRow(event: KeyboardEvent): void {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const focused = document.activeElement;
  const row = focused?.closest('[data-row]');
  if (by === undefined || !row || event.ctrlKey || event.metaKey || event.altKey) return;
  const stops = [...row.querySelectorAll<HTMLElement>(IN_ROW)].filter((stop) => stop.checkVisibility());
  const next = stops[stops.indexOf(focused as HTMLElement) + by];
  event.preventDefault();
  next?.focus();
}

interface RowKeys {
  peek?: string | null;
  onPeek?: ((id: string | null) => void) | undefined;
  onSelect?: ((id: string) => void) | undefined;
}

/** Index of the current row; -1 for none. */
function currentIndex(rows: readonly Element[], peek: string | null): number {
  const focused = rows.findIndex((row) => row.contains(document.activeElement));
  return focused !== -1 || peek === null ? focused : rows.findIndex((row) => idOf(row) === peek);
}

export function useRowKeys(body: RefObject<HTMLElement | null>, keys: RowKeys = {}): void {
  const { peek = null, onPeek, onSelect } = keys;
  // With several tables on a page: the one with the focus, else the first.
  const rowsNow = () => {
    const focused = document.activeElement?.closest('[data-row]')?.parentElement;
    return [...((focused ?? body.current)?.querySelectorAll('[data-row]') ?? [])];
  };
  const step = (by: 1 | -1) => {
    const rows = rowsNow();
    const last = rows.length - 1;
    const at = currentIndex(rows, peek);
    const fromEdge = by === 1 ? 0 : last;
    const row = rows[at === -1 ? fromEdge : Math.min(last, Math.max(0, at + by))];
    if (row === undefined) return;
    focusRow(row);
    if (peek !== null) onPeek?.(idOf(row));
  };
  const current = () => {
    const rows = rowsNow();
    return rows[Math.max(0, currentIndex(rows, peek))];
  };
  useShortcut('row-next', () => step(1));
  useShortcut('row-before', () => step(-1));
  useShortcut(
    'row-peek',
    onPeek === undefined
      ? undefined
      : () => {
          const row = current();
          if (row === undefined) return;
          focusRow(row);
          onPeek(idOf(row) === peek ? null : idOf(row));
        },
  );
  useShortcut(
    'row-select',
    onSelect === undefined
      ? undefined
      : () => {
          const row = current();
          if (row !== undefined) onSelect(idOf(row));
        },
  );
  useShortcut('row-copy', () => {
    const row = current();
    const id = row?.querySelector('[data-same-id]')?.getAttribute('data-same-id') ?? (row && idOf(row));
    if (id !== undefined) void copyText(id);
  });
}
