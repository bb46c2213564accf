'use client';
// Remembers in the browser's history entry which row was followed from a list, so that Back returns to it.
import { useEffect, useRef, type RefObject } from 'react';
import { focusRow } from './use-row-keys';

const KEY = 'dagscopeRow';

/** `search` also replaces the search part of the list's URL, without a navigation: the router follows it on Back. */
export function rememberRow(id: string, search?: URLSearchParams): void {
  const state = (window.history.state ?? {}) as Record<string, unknown>;
  const text = search?.toString() ?? '';
  const url = text === '' ? undefined : `${window.location.pathname}?${text}`;
  window.history.replaceState({ ...state, [KEY]: id }, '', url);
}

function rememberedRow(): string | null {
  const id = (window.history.state as Record<string, unknown> | null)?.[KEY];
  return typeof id === 'string' ? id : null;
}

/** Once after Back: focuses the row that was followed. `rows` is empty until there are any. */
export function useReturnToRow(region: RefObject<HTMLElement | null>, rows: readonly { id: string }[]): void {
  const done = useRef(false);
  useEffect(() => {
    if (rows.length === 0 || done.current) return;
    done.current = true;
    const id = rememberedRow();
    if (id === null) return;
    const find = () => region.current?.querySelector(`[data-row="${CSS.escape(id)}"]`);
    const row = find();
    if (row) return focusRow(row);
    const index = rows.findIndex((row) => row.id === id);
    const body = region.current?.querySelector('tbody')?.getBoundingClientRect();
    if (index === -1 || body === undefined) return;
    // A long list renders only the rows in view: scroll to where the row will be rendered.
    window.scrollTo({
      top: window.scrollY + body.top + (index / rows.length) * body.height - window.innerHeight / 2,
    });
    const frame = requestAnimationFrame(() => {
      const rendered = find();
      if (rendered) focusRow(rendered);
    });
    return () => cancelAnimationFrame(frame);
  }, [region, rows]);
}
