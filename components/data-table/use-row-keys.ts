'use client';
// j and k walk the rows of the table on the page, Enter opens: the row's own link has the focus, so Enter, Ctrl+Enter and a screen reader work by themselves.
import { useEffect, type RefObject } from 'react';

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]';

/** The element of a row that takes the focus: its first link or button, else the row itself. */
function target(row: Element): HTMLElement {
  return row.querySelector<HTMLElement>('[data-row-main], a[href], button') ?? (row as HTMLElement);
}

function step(rows: Element[], by: 1 | -1): void {
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at === -1 ? (by === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by));
  const row = rows[next];
  if (row === undefined) return;
  target(row).focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

/** Listens for j and k on the whole page, except where somebody types or another panel has the focus. */
export function useRowKeys(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key !== 'j' && event.key !== 'k') return;
      if (event.target instanceof Element && event.target.closest(TYPING) !== null) return;
      const rows = [...(body.current?.querySelectorAll('[data-row]') ?? [])];
      if (rows.length === 0) return;
      event.preventDefault();
      step(rows, event.key === 'j' ? 1 : -1);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [body]);
}
